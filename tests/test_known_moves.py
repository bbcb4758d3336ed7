"""Positions of Louis XIV in which the right move follows from the rules and plain reasoning: good bots find it.

A case is a sound position (all cards, coats and stones accounted for, discards in the middle included), the reason in rule ids and
the right moves. A move is written as the questions that the player answers before anybody else is asked: `card > path`. Each part is
a pattern (`*` for anything), and whoever keeps to one of the moves to its end has found it.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from textwrap import dedent

import pytest

from louis14_env.bots import View, make_bot
from louis14_env.core import Table
from louis14_env.games import get_game

BOTS = ["heuristic", "ismcts:iterations=400"]
SEEDS = (0, 1, 2)


@dataclass(frozen=True)
class Case:
    name: str
    why: str
    position: str
    right: tuple[str, ...]

    @property
    def moves(self) -> list[list[str]]:
        return [move.split(" > ") for move in self.right]

    def table(self) -> Table:
        table = Table(get_game("louis14"))
        table.from_text(dedent(self.position))
        return table


INFLUENCE = [
    Case(
        "last card wins the crown that completes a mission",
        "Round 4, all others are done. Three stones on Valliere beat Red's two (E3) for a crown, and helmet + crown pay a mission (M2):"
        " 5 points. Every other tile in reach is lost or tied, and 2 louisdor bribe nobody.",
        """
        players 3
        round 4
        start 0
        king 2
        back 1 2 3 4
        stones 1: 0 1 1
        stones 2: 0 3 3
        stones 3: 0 3 3
        stones 4: 0 1 1
        stones 8: 0 2 0
        stones 9: 0 2 0
        stones 11: 0 1 4
        stones 12: 0 0 3
        seat 0: own 3, coins 2, chips H, coats 1 1 1 1 1 1, hand Valliere Mazarin, intrigue 3, missions 3stones:HH stone:L?, laid louisdor:S? choice:RH tile4:L?
        seat 1: own 1, coins 2, coats 1 1 1 0 0 1, missions king:RH louisdor:R?, laid stone:S? choice:SL tile1:R?
        seat 2: own 1, coins 2, coats 0 1 1 1 1 0, missions stone:H? four:SS, laid louisdor:L? coat:SR stone:R?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Maintenon Mazarin Louvois Joker Joker Joker
        next: turn 0
        """,
        ("play Valliere to place > path 9:3",),
    ),
    Case(
        "the king's tile alone",
        "Round 4, all others are done. Three stones on the king's tile lead alone: letter and crown (E6), which pay a mission. Two would"
        " only tie with Red: a letter, no crown. Nothing else can be won.",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 3 4
        stones 1: 3 3 0 0
        stones 2: 0 2 0 1
        stones 3: 3 0 0 3
        stones 4: 2 2 0 0
        stones 6: 2 2 0 0
        stones 7: 0 4 0 0
        stones 8: 3 0 0 3
        stones 9: 0 2 0 2
        seat 0: coins 2, own 2, coats 1 0 1 2 1 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: coins 2, own 1, coats 0 1 1 1 2 2, missions first:RR stone:R?, laid stone:H? choice:SH tile3:S?
        seat 2: coins 2, own 3, coats 3 3 3 0 0 0, hand Philippe Colbert, missions stone:L? coat:LH, laid louisdor:S? king:RH tile4:L?
        seat 3: coins 2, own 3, coats 1 1 1 1 1 1, missions exchange:LH 3louisdor:RR, laid louisdor:H? choice:LR tile2:H?
        middle Anne Anne Philippe Marie-Therese Marie-Therese Dauphin Dauphin Conde Conde Colbert Maintenon Maintenon Valliere Joker Joker
        next: turn 2
        """,
        ("play Philippe to place > path 2:3",),
    ),
    Case(
        "exactly three stones",
        "Round 4, the other is done. Turenne asks for three stones and pays two coats (E4, T10): with the one that lies there, both"
        " stones in stock are needed. Nothing else can be won with them.",
        """
        players 2
        round 4
        start 1
        king 2
        back 1 2 3 4 6
        stones 1: 0 1 2
        stones 2: 0 3 2
        stones 3: 0 2 0
        stones 5: 0 1 2
        stones 6: 0 3 0
        stones 9: 0 1 2
        stones 10: 1 0 0
        stones 11: 0 2 0
        seat 0: own 2, coins 2, coats 2 2 2 1 1 1, hand Turenne Conde, missions 3stones:HH first:RR, laid stone:R? choice:LR louisdor:S? tile1:R?
        seat 1: own 1, coins 2, coats 1 1 0 1 2 1, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        middle Anne Philippe Philippe Marie-Therese Montespan Valliere Mazarin Turenne Conde Joker
        next: turn 0
        """,
        ("play Turenne to place > path 10:2",),
    ),
    Case(
        "a joker breaks two ties",
        "Round 4, all others are done. One stone each on the neighbours Philippe and Valliere breaks two ties for first place (I4, E3):"
        " letter and crown pay a mission; either alone is a chip worth a coat.",
        """
        players 3
        round 4
        start 0
        king 3
        back 1 2 3 4 6
        stones 1: 0 0 2
        stones 2: 2 2 0
        stones 3: 0 3 3
        stones 4: 0 2 0
        stones 5: 0 2 0
        stones 6: 0 0 2
        stones 7: 0 2 0
        stones 8: 0 0 2
        stones 9: 1 0 1
        stones 11: 0 2 0
        stones 12: 0 0 2
        seat 0: own 2, coins 2, coats 4 4 4 0 0 0, hand Joker Louvois, intrigue 3, missions coat:LH 3stones:HH, laid louisdor:S? choice:RH tile4:L?
        seat 1: own 1, coins 2, coats 1 1 1 2 1 1, missions king:RH louisdor:R?, laid stone:S? choice:SL tile1:R?
        seat 2: own 1, coins 2, coats 0 1 1 2 2 1, missions stone:H? four:SS, laid louisdor:L? coat:SR stone:R?
        middle Anne Anne Philippe Marie-Therese Marie-Therese Dauphin Montespan Conde Colbert Maintenon Mazarin Joker
        money 1:4 2:4 4:6 3:6 1:6 2:6 3:4 4:4
        next: turn 0
        """,
        ("play Joker to place > path 2:1 9:1",),
    ),
    Case(
        "two stones here, one there",
        "Round 4, all others are done. Two stones beat Red's one on the Dauphin and the third breaks the tie on Montespan (I2, E3):"
        " helmet and crown pay a mission. Any other split of the three wins one of them at most.",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 2 3 4
        stones 1: 0 3 0 3
        stones 2: 3 0 0 3
        stones 3: 3 3 0 0
        stones 4: 0 1 0 0
        stones 5: 1 0 1 0
        stones 6: 2 0 0 0
        stones 7: 0 2 0 2
        stones 11: 0 3 0 3
        stones 12: 3 0 0 0
        seat 0: own 2, coins 2, coats 1 0 1 2 1 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: own 1, coins 2, coats 0 1 1 1 2 2, missions first:RR stone:R?, laid stone:L? choice:SH tile3:S?
        seat 2: own 3, coins 2, coats 3 3 2 0 0 0, hand Dauphin Mazarin, missions stone:H? exchange:LH, laid louisdor:S? king:RH tile4:L?
        seat 3: own 2, coins 2, coats 1 1 1 1 1 1, missions coat:LH 3louisdor:RR, laid louisdor:H? choice:LR tile2:H?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Montespan Conde Valliere Mazarin Louvois Louvois Joker Joker Joker
        next: turn 2
        """,
        ("play Dauphin to place > path 4:2 5:1",),
    ),
    Case(
        "fetch first, then take the majority",
        "Round 4, the other is done. Two stones only tie on Valliere, three win the crown (E3) that completes helmet + helmet: so one of"
        " the two useless cards fetches (I3), and Valliere then places three.",
        """
        players 2
        round 4
        start 1
        king 2
        back 1 2 3 4 6
        stones 1: 0 0 2
        stones 2: 0 3 2
        stones 3: 0 2 0
        stones 4: 0 1 0
        stones 6: 0 1 0
        stones 7: 0 3 0
        stones 8: 0 0 2
        stones 9: 0 2 0
        stones 11: 0 2 2
        stones 12: 0 2 0
        seat 0: own 2, coins 2, chips H, coats 5 4 4 0 0 0, hand Valliere Colbert Mazarin, missions 3stones:HH first:RR, laid card:SS choice:LR louisdor:S? stone:S?
        seat 1: own 0, coins 2, coats 1 2 1 1 1 1, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        middle Anne Anne Philippe Marie-Therese Maintenon Mazarin Valliere Colbert Louvois Joker Joker
        next: turn 0
        """,
        (
            "play Colbert to fetch > play Valliere to place > path 9:3",
            "play Mazarin to fetch > play Valliere to place > path 9:3",
        ),
    ),
    Case(
        "four stones with any card",
        "Round 4, all others are done. Blue has three stones on Valliere; only C17's four beat them, with whichever card. The crown"
        " completes ring + ring; elsewhere four stones win a chip or a card at most.",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 2 3 4 6 7 10
        stones 1: 2 0 0 0
        stones 2: 0 0 0 4
        stones 3: 4 0 0 0
        stones 4: 0 2 0 0
        stones 5: 0 4 0 0
        stones 6: 3 0 0 3
        stones 8: 3 3 0 0
        stones 9: 0 0 0 3
        stones 10: 3 3 0 0
        stones 11: 0 0 0 2
        stones 12: 0 3 0 3
        seat 0: own 1, coins 2, coats 1 0 1 2 1 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: own 1, coins 2, coats 0 1 1 1 2 2, missions card:SS stone:R?, laid stone:L? choice:SH tile3:S?
        seat 2: own 4, coins 0, chips R, coats 4 3 2 0 0 0, hand Colbert Conde, missions first:RR 3louisdor:RR, laid louisdor:S? four:SS tile4:L?
        seat 3: own 1, coins 2, coats 1 1 1 1 1 1, missions exchange:LH discount:LL, laid louisdor:H? choice:LR tile2:H?
        middle Anne Philippe Philippe Marie-Therese Dauphin Montespan Conde Maintenon Maintenon Valliere Turenne Mazarin Louvois Joker Joker
        next: turn 2
        """,
        ("play * as four to place > path 9:4",),
    ),
    Case(
        "no money for sitting out",
        "Round 4, all others are done: sitting out (C5) gains nothing, and with 2 louisdor less the crown of Valliere (4) that completes"
        " helmet + helmet is lost. Louvois with three stones is a coat and a card (E4, T12).",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 2 3 4 9 12
        stones 1: 0 3 0 3
        stones 2: 3 0 0 3
        stones 3: 3 3 0 0
        stones 4: 3 3 0 0
        stones 5: 1 0 0 1
        stones 7: 0 0 0 3
        stones 8: 2 0 0 2
        stones 9: 3 0 1 0
        stones 11: 0 4 0 0
        seat 0: own 0, coins 2, coats 1 0 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: own 1, coins 2, coats 0 1 1 0 2 1, missions first:RR stone:R?, laid stone:L? choice:SH tile3:S?
        seat 2: own 3, coins 4, chips H, coats 1 1 0 1 0 1, hand Louvois Colbert, missions 3stones:HH intrigue:LL, laid sitout:L? king:RH tile4:L?
        seat 3: own 2, coins 2, coats 1 1 1 1 0 0, missions coat:LH 3louisdor:RR, laid louisdor:H? choice:LR tile2:H?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Dauphin Colbert Maintenon Valliere Mazarin Mazarin Joker Joker Joker
        next: turn 2
        """,
        ("play Louvois to place > path 12:3",),
    ),
    Case(
        "a foot in two doors",
        "Round 4, all others are done. Neither Anne nor Philippe can be led, but a stone on each lets us bribe both (E2) for 2 louisdor"
        " each (C20), and sceptre + letter pay the mission in hand. One of the chips alone pays nothing.",
        """
        players 3
        round 4
        start 0
        king 3
        back 4
        stones 1: 0 4 0
        stones 2: 0 0 4
        stones 3: 0 4 4
        stones 4: 0 3 0
        stones 7: 0 0 2
        stones 8: 0 4 0
        stones 11: 0 0 3
        stones 12: 0 0 3
        seat 0: own 2, coins 5, coats 4 4 4 0 0 0, hand Anne Mazarin, intrigue 4, missions choice:SL 3stones:HH, laid discount:LL louisdor:R? tile4:L?
        seat 1: own 1, coins 2, coats 1 1 1 2 1 1, missions king:RH louisdor:L?, laid stone:S? choice:LR tile1:R?
        seat 2: own 0, coins 2, coats 0 1 1 2 2 1, missions stone:H? four:SS, laid louisdor:H? coat:SR stone:R?
        middle Anne Philippe Philippe Marie-Therese Marie-Therese Dauphin Louvois Colbert Maintenon Mazarin Joker Joker
        money 1:4 2:4 4:6 3:6 1:6 2:6 3:4 4:4
        next: turn 0
        """,
        ("play Anne to place > path 1:1 2:1",),
    ),
    Case(
        "Colbert pays for the crown",
        "Round 4, all others are done. Our stone on Valliere may bribe for 4 (E2), but we have no money: three stones win Colbert's 5"
        " louisdor (T7), which come first, and the crown completes helmet + helmet.",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 2 3 4 9
        stones 1: 0 3 0 3
        stones 2: 3 0 0 3
        stones 3: 3 3 0 0
        stones 4: 3 3 0 0
        stones 6: 0 2 0 0
        stones 7: 0 0 0 2
        stones 8: 2 0 0 2
        stones 9: 3 0 1 0
        stones 11: 0 4 0 0
        stones 12: 0 0 0 3
        seat 0: own 1, coins 2, coats 1 0 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: own 1, coins 2, coats 0 1 1 0 2 1, missions first:RR stone:R?, laid stone:L? choice:SH tile3:S?
        seat 2: own 3, coins 0, chips H, coats 1 1 1 1 1 1, hand Mazarin Colbert, missions 3stones:HH intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 2, coins 2, coats 1 1 1 1 0 0, missions coat:LH 3louisdor:RR, laid louisdor:H? choice:LR tile2:H?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Dauphin Conde Colbert Maintenon Valliere Mazarin Louvois Joker Joker
        next: turn 2
        """,
        ("play Colbert to place > path 7:3",),
    ),
    Case(
        "one more than the neutral stones",
        "Round 4, the other is done. On Montespan lie two neutral stones, which count like a player's (D3): three of ours win the crown"
        " that completes ring + ring. All other tiles in reach are lost.",
        """
        players 2
        round 4
        start 1
        king 2
        back 1 3 4 6
        stones 1: 0 3 0
        stones 2: 0 3 2
        stones 3: 0 2 0
        stones 4: 0 3 0
        stones 5: 0 0 2
        stones 6: 0 4 0
        stones 7: 0 1 2
        stones 12: 0 0 2
        seat 0: own 3, coins 2, chips R, coats 6 5 5 0 0 0, hand Montespan Conde, missions 3stones:HH first:RR, laid stone:R? choice:LR louisdor:S?
        seat 1: own 0, coins 2, coats 1 2 1 1 1 1, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        middle Anne Anne Philippe Philippe Dauphin Montespan Conde Colbert Louvois Joker
        next: turn 0
        """,
        ("play Montespan to place > path 5:3",),
    ),
    Case(
        "seven and eight with one joker",
        "Round 4, all others are done. We lack one stone for Colbert's three and one for Maintenon's two (E4); they are neighbours, so a"
        " joker fills both: 5 louisdor are two coats here (1 + 5), and Maintenon's two stones on Montespan two more (T8, F1).",
        """
        players 4
        round 4
        start 3
        king 2
        back 1 2 3 4 7 8
        stones 1: 0 3 0 3
        stones 2: 3 0 0 3
        stones 3: 3 3 0 0
        stones 4: 3 3 0 0
        stones 5: 0 2 0 2
        stones 6: 2 0 0 2
        stones 7: 0 0 2 0
        stones 8: 0 0 1 0
        stones 9: 3 3 0 0
        stones 11: 2 0 0 2
        stones 12: 0 2 0 2
        seat 0: own 0, coins 2, coats 1 0 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:RH tile1:R?
        seat 1: own 0, coins 2, coats 0 1 1 0 2 1, missions first:RR stone:R?, laid stone:L? choice:SH tile3:S?
        seat 2: own 2, coins 1, coats 1 1 1 1 1 0, hand Mazarin Joker, missions 3stones:HH intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 2, coins 2, coats 1 1 1 1 0 0, missions coat:LH 3louisdor:RR, laid louisdor:H? choice:LR tile2:H?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Montespan Conde Colbert Colbert Valliere Turenne Louvois Joker Joker
        next: turn 2
        """,
        ("play Joker to place > path 7:1 8:1",),
    ),
    Case(
        "one stone is enough for an empty tile",
        "Round 2, all others are done. Nobody is on Montespan: one stone wins the crown (E3), which with the helmet pays a mission now,"
        " and the other two meet Conde's condition (E4): a coat, a stone placed, and these two stay in our stock.",
        """
        players 3
        round 2
        start 1
        king 1
        back 1 2 3
        stones 1: 0 3 3
        stones 2: 0 2 2
        stones 3: 0 0 2
        stones 4: 0 3 0
        stones 7: 0 1 0
        stones 12: 0 0 2
        seat 0: own 3, coins 2, chips H, coats 1 0 0 0 0 0, hand Montespan Louvois, missions 3stones:HH choice:LR, laid tile4:L?
        seat 1: own 2, coins 3, coats 0 1 0 0 0 1, missions king:RH louisdor:R?, laid stone:S?
        seat 2: own 2, coins 3, coats 0 0 1 0 0 0, missions stone:H? four:SS, laid louisdor:L?
        middle Anne Anne Philippe Philippe Marie-Therese Dauphin Colbert Valliere Turenne Louvois Joker Joker
        next: turn 0
        """,
        ("play Montespan to place > path 5:1 6:2",),
    ),
    Case(
        "the last stone breaks the tie",
        "Round 4, the cards are played. C18's stone breaks the tie on Valliere (E3): a crown, and with it ring + ring. On no other tile"
        " does one stone change anything.",
        """
        players 3
        round 4
        start 0
        king 2
        back 1 2 3 4
        stones 1: 0 2 0
        stones 2: 0 3 3
        stones 3: 0 4 0
        stones 4: 0 0 2
        stones 5: 0 2 2
        stones 7: 0 0 2
        stones 8: 0 0 2
        stones 9: 2 2 0
        stones 11: 0 2 0
        stones 12: 0 0 3
        seat 0: own 0, coins 2, chips R, coats 4 4 4 0 0 0, intrigue 3, missions 3louisdor:RR intrigue:LL, laid louisdor:S? last:HH tile4:L?
        seat 1: own 1, coins 2, coats 1 1 1 2 1 1, missions king:RH louisdor:R?, laid stone:S? choice:SL tile1:R?
        seat 2: own 2, coins 2, coats 0 1 1 2 2 1, missions stone:H? card:SS, laid louisdor:L? coat:SR stone:R?
        middle Anne Philippe Philippe Marie-Therese Dauphin Montespan Colbert Maintenon Valliere Mazarin Joker Joker
        next: closing
        """,
        ("stone Valliere",),
    ),
]

SUPPLY = [
    Case(
        "more stones than cards can place",
        "Round 4. Five cards place at most twelve stones (I1, I2), and fourteen lie ready: more stones are of no use, while louisdor"
        " bribe or become coats (F1).",
        """
        players 4
        round 4
        start 3
        king 2
        seat 0: own 9, coins 6, coats 1 0 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 9, coins 6, coats 0 1 1 0 2 1, missions first:RR stone:R?, laid stone:L? choice:LR tile3:S?
        seat 2: own 9, coins 6, coats 1 1 1 1 1 0, missions 3stones:HH intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 14, coins 8, coats 1 1 1 1 0 0, missions coat:LH louisdor:S?, laid choice:SL choice:RH tile2:H?
        next: supply
        """,
        ("take 2 louisdor > take 2 louisdor",),
    ),
    Case(
        "a spare stone for a card",
        "Round 4. Fifteen stones are more than four cards can place; giving one for a sixth card (C16) is one more turn with up to three"
        " stones, for a stone that would have stayed in stock.",
        """
        players 4
        round 4
        start 3
        king 2
        seat 0: own 9, coins 6, coats 1 0 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 9, coins 6, coats 0 1 1 0 2 1, missions first:RR stone:R?, laid stone:L? choice:LR tile3:S?
        seat 2: own 9, coins 6, coats 1 1 1 1 1 0, missions 3stones:HH intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 15, coins 6, coats 1 1 1 1 0 0, missions coat:LH louisdor:S?, laid card:SS louisdor:H? tile2:H?
        next: supply
        """,
        ("stone for card",),
    ),
]

EVALUATION = [
    Case(
        "a bribe that completes a mission",
        "Round 4. A second sceptre pays sceptre + sceptre: 5 points for 3 louisdor and two chips, which are worth a coat each (F1).",
        """
        players 3
        round 4
        start 0
        king 2
        back 3 4
        stones 1: 3 1 0
        stones 2: 2 0 3
        stones 9: 2 0 2
        stones 10: 2 0 2
        seat 0: own 3, coins 2, coats 1 1 1 3 2 2, missions coat:LH stone:R?, intrigue 8, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 4, chips S, coats 4 4 3 0 0 0, missions card:SS 3louisdor:RR, laid stone:L? choice:LR tile3:S?
        seat 2: own 3, coins 2, coats 1 1 1 2 2 3, missions stone:H? four:SS, laid louisdor:L? coat:SR stone:S?
        next: evaluate 1
        """,
        ("bribe Anne",),
    ),
    Case(
        "a bribe that costs more than it brings",
        "Round 4. No chip comes after Valliere and we have no other, so her crown pays no mission and is one coat at the end; the 4"
        " louisdor for it cost two (F1: 6 are two coats, 2 are none).",
        """
        players 2
        round 4
        start 1
        back 1 2 3 4 9
        stones 9: 1 3 0
        stones 10: 1 0 2
        stones 11: 0 1 2
        seat 0: own 7, coins 6, coats 1 2 1 1 1 1, missions 3stones:HH first:RR, laid stone:R? choice:LR louisdor:S?
        seat 1: own 5, coins 2, chips S, coats 1 1 1 1 1 1, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        next: evaluate 9
        """,
        ("decline",),
    ),
    Case(
        "keep the money for the chip that counts",
        "Round 4. 4 louisdor are one bribe. A sceptre pays no mission in hand; the ring of Marie-Therese, evaluated later, completes"
        " ring + ring.",
        """
        players 4
        round 4
        start 3
        king 2
        back 4
        stones 1: 3 1 0 0
        stones 2: 2 0 0 3
        stones 3: 0 1 3 0
        stones 5: 2 0 2 0
        stones 9: 0 0 2 2
        seat 0: own 3, coins 2, coats 1 1 1 3 2 2, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 4, chips R, coats 4 4 3 0 0 0, missions 3louisdor:RR 3stones:HH, laid stone:L? choice:LR tile3:S?
        seat 2: own 3, coins 2, coats 1 1 1 2 2 3, missions first:RR intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 3, coins 2, coats 1 1 1 2 3 2, missions coat:LH louisdor:S?, laid choice:SL choice:RH tile2:H?
        next: evaluate 1
        """,
        ("decline > bribe Marie-Therese",),
    ),
    Case(
        "stones for sale",
        "Round 4. Maintenon's two stones on Montespan, evaluated already, stay and are two coats (T8, E8, F1). With C20 the bribe costs"
        " 2 of 5 louisdor, and the 3 left are still a coat.",
        """
        players 3
        round 4
        start 0
        back 1 2 3 4
        stones 8: 3 3 1
        stones 9: 2 2 0
        seat 0: own 3, coins 2, chips S, coats 1 1 1 1 1 1, missions coat:LH stone:R?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 5, coins 2, chips L, coats 1 1 1 1 1 1, missions four:SS 3louisdor:RR, laid stone:L? choice:LR tile3:S?
        seat 2: own 6, coins 5, coats 1 1 1 1 1 0, missions 3stones:HH card:SS, laid louisdor:L? discount:LL stone:S?
        next: evaluate 8
        """,
        ("bribe Maintenon > stone Montespan > stone Montespan",),
    ),
    Case(
        "an intrigue with two stones",
        "Round 4. Two own stones make it three against two on Valliere (E1, E3): the crown completes ring + ring. One stone, from"
        " whichever stock, only ties.",
        """
        players 4
        round 4
        start 3
        back 1 2 3 4
        stones 9: 0 2 0 1
        stones 10: 2 0 2 0
        stones 11: 2 0 2 0
        seat 0: own 3, coins 2, chips L, coats 1 1 1 1 0 1, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 2, chips S, coats 1 1 1 0 1 1, missions 3louisdor:RR 3stones:HH, laid stone:L? choice:LR tile3:S?
        seat 2: own 3, coins 2, chips S, coats 1 1 1 1 1 0, missions four:SS intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 4, coins 2, chips R, coats 1 1 1 1 0 0, intrigue 9, missions first:RR discount:LL, laid choice:SL choice:RH tile2:H?
        next: evaluate 9
        """,
        ("intrigue 2 own",),
    ),
    Case(
        "an intrigue that changes nothing",
        "Round 4. Even two stones more do not reach Red's five on Valliere, and the card in hand is a coat at the end (F1).",
        """
        players 3
        round 4
        start 0
        back 1 2 3 4
        stones 9: 1 5 0
        stones 10: 0 2 2
        stones 11: 0 2 2
        seat 0: own 6, coins 2, chips S, coats 1 1 1 1 1 1, intrigue 9, missions 3stones:HH first:RR, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 3, coins 2, coats 1 1 1 0 1 1, missions four:SS 3louisdor:RR, laid stone:L? choice:LR tile3:S?
        seat 2: own 6, coins 2, chips L, coats 1 1 1 1 1 1, missions stone:H? card:SS, laid louisdor:L? coat:SR stone:S?
        next: evaluate 9
        """,
        ("decline",),
    ),
    Case(
        "an intrigue that spares the own stones",
        "Round 4. One stone breaks the tie on Montespan, and it can come from general; on Valliere two are needed, and there are just two"
        " in the own stock (E1). Two crowns pay any mission (M2).",
        """
        players 2
        round 4
        start 1
        back 1 2 3 4
        stones 5: 2 2 0
        stones 7: 2 0 2
        stones 9: 2 1 0
        stones 10: 2 0 0
        stones 11: 0 0 2
        seat 0: own 5, coins 2, coats 2 2 2 3 3 3, missions 3stones:HH discount:LL, laid stone:R? choice:LR louisdor:S?
        seat 1: own 2, coins 2, coats 4 4 3 0 0 0, intrigue 5 9, missions first:RR intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        next: evaluate 5
        """,
        ("intrigue 1 general > intrigue 2 own",),
    ),
    Case(
        "once first on the king's tile",
        "Round 4. Tied leaders get a letter each; C19 makes us sole leader: letter and crown (E6), which pay a mission. No other tie is"
        " to come.",
        """
        players 3
        round 4
        start 0
        king 2
        back 2 3 4
        stones 2: 3 3 1
        stones 7: 2 0 2
        stones 9: 2 0 2
        seat 0: own 3, coins 2, coats 1 1 1 3 2 3, intrigue 1, missions coat:LH stone:R?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 2, coats 4 4 3 0 0 0, missions stone:L? 3louisdor:RR, laid first:RR choice:LR tile3:S?
        seat 2: own 4, coins 2, coats 1 1 1 3 3 2, missions stone:H? four:SS, laid louisdor:L? coat:SR stone:S?
        next: evaluate 2
        """,
        ("win tie",),
    ),
    Case(
        "once first, but later",
        "Round 4. C19 wins one tie only: Colbert's 5 louisdor are one coat, Valliere's crown completes helmet + helmet.",
        """
        players 4
        round 4
        start 3
        back 1 2 3 4
        stones 7: 2 2 0 0
        stones 9: 2 0 0 2
        stones 10: 0 2 2 0
        seat 0: own 3, coins 0, chips H, coats 4 4 3 0 0 0, missions 3stones:HH discount:LL, laid first:RR choice:SH tile1:R?
        seat 1: own 6, coins 2, chips L, coats 1 1 1 3 3 3, missions card:SS stone:R?, laid stone:L? choice:LR tile3:S?
        seat 2: own 3, coins 2, chips S, coats 1 1 1 3 3 3, missions four:SS intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 4, coins 2, chips L, coats 1 2 1 3 3 3, missions 3louisdor:RR stone:S?, laid choice:SL choice:RH tile2:H?
        next: evaluate 7
        """,
        ("decline > win tie",),
    ),
    Case(
        "Conde's stone breaks a tie",
        "Round 4. On Valliere, still to come, Conde's stone breaks the tie (E8, E3): the crown completes ring + ring. Anywhere else it is"
        " a coat at best.",
        """
        players 3
        round 4
        start 0
        back 1 2 3 4
        stones 6: 2 0 0
        stones 7: 0 2 2
        stones 8: 0 2 2
        stones 9: 2 2 0
        stones 11: 0 0 2
        stones 12: 0 2 2
        seat 0: own 5, coins 2, chips R, coats 5 4 3 0 0 0, intrigue 4, missions 3louisdor:RR intrigue:LL, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 4, coins 2, chips L, coats 2 2 2 4 3 3, missions four:SS 3stones:HH, laid stone:L? choice:LR tile3:S?
        seat 2: own 4, coins 2, chips L, coats 2 2 2 3 3 4, missions stone:H? card:SS, laid louisdor:L? coat:SR stone:S?
        next: evaluate 6
        """,
        ("stone Valliere",),
    ),
    Case(
        "Conde's stone is a coat",
        "Round 4. On the tiles still to come one stone wins nothing and returns; on a tile already evaluated, or on Conde, it stays and is"
        " a coat (E8, E10, F1).",
        """
        players 2
        round 4
        start 1
        back 1 2 3 4
        stones 6: 2 0 0
        stones 7: 0 2 2
        stones 8: 0 2 2
        stones 9: 0 3 0
        stones 11: 0 2 0
        stones 12: 0 2 2
        seat 0: own 6, coins 2, chips S, coats 1 2 1 1 1 1, missions 3stones:HH first:RR, laid stone:R? choice:LR louisdor:S?
        seat 1: own 1, coins 2, coats 1 1 2 1 1 1, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        next: evaluate 6
        """,
        ("stone Anne", "stone Philippe", "stone Marie-Therese", "stone Dauphin", "stone Montespan", "stone Conde"),
    ),
    Case(
        "Maintenon's stones from the own stock",
        "Round 4. Two stones on Montespan are two coats (T8, F1). General is empty, so they come from the own stock (E9), where they"
        " would only break a tie.",
        """
        players 4
        round 4
        start 3
        back 1 2 3 4 8
        stones 8: 0 0 2 0
        stones 9: 0 2 0 2
        stones 10: 2 0 2 0
        seat 0: own 3, coins 2, chips L, coats 1 1 1 1 1 0, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 2, chips S, coats 1 1 1 0 1 1, missions 3louisdor:RR 3stones:HH, laid stone:L? choice:LR tile3:S?
        seat 2: own 12, coins 2, chips S, coats 1 1 1 0 1 0, missions four:SS intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 4, coins 2, chips R, coats 1 1 1 1 0 1, missions first:RR discount:LL, laid choice:SL choice:RH tile2:H?
        next: evaluate 8
        """,
        ("stone Montespan > stone Montespan",),
    ),
]

MISSIONS = [
    Case(
        "chips for two missions",
        "Round 4. Letter + ring pay the light mission and leave the two helmets for helmet + helmet (M2, M3). Paid with a helmet, it leaves"
        " the dark one unpaid, and the chips left then are two coats unless the next mission happens to fit.",
        """
        players 3
        round 4
        start 0
        back 1 2 3 4
        seat 0: own 5, coins 2, chips LRHH, coats 4 4 3 0 0 0, intrigue 4, missions louisdor:L? 3stones:HH, laid louisdor:R? choice:RH swap:H?
        seat 1: own 4, coins 2, chips L, coats 2 2 2 3 4 3, missions four:SS first:RR, laid stone:R? tile1:R? tile4:L? king:RH
        seat 2: own 4, coins 2, chips L, coats 2 2 2 3 3 4, missions stone:S? card:SS, laid louisdor:H? stone:H? tile2:H? choice:SL
        next: missions
        """,
        ("lay 3stones:HH", "lay louisdor:L? > pay L+R"),
    ),
    Case(
        "sceptres kept for the dark mission",
        "Round 2. Both sceptres are needed for sceptre + sceptre, so letter + ring pay the light mission (M2, M3): two missions with"
        " their powers, not one.",
        """
        players 2
        round 2
        start 1
        back 1 2 3 4
        seat 0: own 8, coins 2, chips L, coats 1 1 0 1 0 0, missions 3stones:HH stone:H?, laid stone:R? choice:LR
        seat 1: own 7, coins 2, chips SSLR, coats 0 1 0 0 0 0, missions card:SS louisdor:L?, laid stone:S?
        next: missions
        """,
        ("lay card:SS", "lay louisdor:L? > pay L+R"),
    ),
    Case(
        "a crown for two louisdor",
        "Round 4. C6 turns the letter into a crown, and helmet + crown pay helmet + helmet; of 5 louisdor 3 are left, still a coat."
        " Turning the helmet would help nothing.",
        """
        players 4
        round 4
        start 3
        back 1 2 3 4
        seat 0: own 3, coins 2, chips L, coats 2 2 1 3 3 3, missions coat:SR stone:S?, laid louisdor:R? choice:SH tile1:R?
        seat 1: own 6, coins 2, chips S, coats 1 2 2 3 3 3, missions card:SS stone:R?, laid stone:L? choice:LR tile3:S?
        seat 2: own 3, coins 2, chips S, coats 2 1 2 3 3 3, missions four:SS intrigue:LL, laid stone:H? king:RH tile4:L?
        seat 3: own 4, coins 5, chips LH, coats 4 4 3 0 0 0, missions 3stones:HH 3louisdor:RR, laid choice:SL crown:S? tile2:H?
        next: missions
        """,
        ("crown L > lay 3stones:HH",),
    ),
    Case(
        "two crowns for four louisdor",
        "Round 4. With both copies of C6 sceptre and letter become two crowns, which pay either mission (M2): 5 points for two chips and"
        " 4 louisdor, together worth three coats.",
        """
        players 2
        round 4
        start 1
        back 1 2 3 4
        seat 0: own 8, coins 2, chips L, coats 2 2 2 3 4 3, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        seat 1: own 7, coins 4, chips SL, coats 5 4 4 0 0 0, missions 3stones:HH first:RR, laid crown:S? crown:L? choice:LR
        next: missions
        """,
        ("crown S > crown L > lay *", "crown L > crown S > lay *"),
    ),
    Case(
        "a crown of no use",
        "Round 4. One crown with a letter or a sceptre pays neither helmet + helmet nor ring + ring, and the 2 louisdor for it (C6) break"
        " the 3 that are a coat (F1).",
        """
        players 2
        round 4
        start 1
        back 1 2 3 4
        seat 0: own 8, coins 3, chips SL, coats 1 1 1 1 1 1, missions 3stones:HH first:RR, laid crown:L? choice:LR louisdor:S?
        seat 1: own 7, coins 2, chips S, coats 2 1 1 1 1 2, missions four:SS intrigue:LL, laid louisdor:L? choice:SH tile3:S?
        next: missions
        """,
        ("done",),
    ),
    Case(
        "a mission that sceptre and crown always pay",
        "Round 4. Letter + helmet pay the medium mission and leave sceptre + crown, which pay every light mission (M3); all medium and dark"
        " ones that a sceptre and a crown would pay lie open already. So: letter + helmet, then draw light.",
        """
        players 4
        round 4
        start 3
        back 1 2 3 4
        seat 0: own 3, coins 2, chips L, coats 1 1 1 3 4 3, missions choice:LR stone:R?, laid choice:SL choice:SH stone:S? louisdor:S? sitout:L?
        seat 1: own 6, coins 2, chips L, coats 1 2 1 3 3 3, missions discount:LL louisdor:R?, laid stone:L? louisdor:L? coat:SR card:SS tile3:S?
        seat 2: own 3, coins 2, chips R, coats 1 1 1 4 3 4, missions 3stones:HH intrigue:LL, laid stone:H? louisdor:H? king:SL tile5:SH swap:H?
        seat 3: own 4, coins 2, chips SLHC, coats 4 4 3 0 0 0, missions coat:LH first:RR, laid exchange:SR four:SS tile2:H? tile4:L?
        next: missions
        """,
        ("lay coat:LH > pay L+H > draw light",),
    ),
    Case(
        "keep the crown",
        "Round 2. One chip stays (M4): the crown is half of both missions in hand and can do all that a letter can; the other chip is a"
        " coat either way.",
        """
        players 3
        round 2
        start 1
        seat 0: own 9, coins 4, chips LC, coats 1 1 0 1 0 0, missions 3stones:HH first:RR, laid louisdor:R? choice:SH
        seat 1: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions four:SS 3louisdor:RR, laid stone:L? choice:LR
        seat 2: own 8, coins 3, chips L, coats 1 0 1 1 0 0, missions stone:H? card:SS, laid louisdor:L? coat:SR
        next: missions
        """,
        ("keep C",),
    ),
    Case(
        "keep the chip that the missions need",
        "Round 2. One chip stays (M4): the sceptre is half of both missions in hand, the letter of none; the other chip is a coat either"
        " way.",
        """
        players 4
        round 2
        start 1
        seat 0: own 9, coins 4, chips SL, coats 1 1 0 1 0 0, missions card:SS four:SS, laid louisdor:R? choice:RH
        seat 1: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions tile2:H? last:HH, laid stone:L? choice:LR
        seat 2: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions stone:H? intrigue:LL, laid louisdor:L? choice:SL
        seat 3: own 8, coins 3, chips R, coats 1 1 0 0 1 0, missions tile1:R? discount:LL, laid tile3:S? exchange:SR
        next: missions
        """,
        ("keep S",),
    ),
    Case(
        "keep the letter that the mission needs",
        "Round 2. One chip stays (M4): the letter is half of the mission in hand, the sceptre of none; the other chip is a coat either way.",
        """
        players 4
        round 2
        start 1
        seat 0: own 9, coins 4, chips SL, coats 1 1 0 1 0 0, missions discount:LL intrigue:LL, laid louisdor:R? choice:RH
        seat 1: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions tile2:H? last:HH, laid stone:L? choice:LR
        seat 2: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions stone:H? card:SS, laid louisdor:L? choice:SL
        seat 3: own 8, coins 3, chips R, coats 1 1 0 0 1 0, missions tile1:R? four:SS, laid tile3:S? exchange:SR
        next: missions
        """,
        ("keep L",),
    ),
    Case(
        "pay with the plain chips",
        "Round 1. Sceptre + letter pay the light mission, and the crown stays, half of the dark one (M2, M4). Paid with the crown, a"
        " letter or a sceptre stays, which can do nothing that a crown cannot.",
        """
        players 2
        round 1
        start 0
        back 1 2
        seat 0: own 9, coins 4, chips SLC, coats 1 0 0 0 0 0, missions stone:S? last:HH, laid louisdor:R?
        seat 1: own 8, coins 3, chips L, coats 0 1 0 0 0 0, missions tile2:H? choice:SH, laid stone:L? choice:LR
        next: missions
        """,
        ("lay stone:S? > pay S+L",),
    ),
    Case(
        "missions out of reach go back",
        "Round 3. With a sceptre kept, helmet + helmet and ring + ring need two chips of one kind in the last round; light missions ask for"
        " one named chip and any other (M3). C7 exchanges them: both, or at least one.",
        """
        players 4
        round 3
        start 2
        seat 0: own 9, coins 6, chips S, coats 1 1 0 1 0 0, missions 3stones:HH first:RR, laid swap:R? coat:SR
        seat 1: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions tile2:H? last:HH, laid stone:L? choice:LR
        seat 2: own 8, coins 3, chips L, coats 1 1 0 0 1 0, missions stone:H? intrigue:LL, laid louisdor:L? choice:SL
        seat 3: own 8, coins 3, chips R, coats 1 1 0 0 1 0, missions 3louisdor:RR discount:LL, laid tile3:S? exchange:SR
        next: missions
        """,
        ("return *",),
    ),
]

CASES = INFLUENCE + SUPPLY + EVALUATION + MISSIONS


def legal(table: Table) -> list[str]:
    return [table.game.action_text(action) for action in table.legal_actions()]


@cache
def bot(spec: str):
    return make_bot(spec, get_game("louis14"))


def test_the_cases_are_many_and_of_all_kinds():
    assert len({case.name for case in CASES}) == len(CASES) >= 24
    assert {case.table().num_players for case in CASES} == {2, 3, 4}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_position_is_sound_and_the_right_moves_are_legal(case):
    """Each part of a right move is legal when its turn comes, is not all that is legal, and is asked of the same player."""
    assert case.table().status() is None
    for move in case.moves:
        table = case.table()
        player = table.current_player
        for part in move:
            assert table.current_player == player
            fitting = [text for text in legal(table) if fnmatchcase(text, part)]
            assert 0 < len(fitting) < len(legal(table))
            table.step(fitting[0])


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("spec", BOTS)
def test_bots_know_the_move(spec, case):
    """The bot is asked until one of the right moves is complete; nothing it cannot know tells it (View)."""
    for seed in SEEDS:
        table, moves, played = case.table(), case.moves, []
        while moves and len(played) not in map(len, moves):
            action = bot(spec).act(View(table, seed))
            text = table.game.action_text(action)
            moves = [move for move in moves if fnmatchcase(text, move[len(played)])]
            played.append(text)
            table.step(action)
        assert moves, f"{spec}, seed {seed}, played {' > '.join(played)}, right: {' or '.join(case.right)}. {case.why}"

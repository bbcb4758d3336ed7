"""Right moves in the influence phase."""

from known.case import Case

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

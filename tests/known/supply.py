"""Right moves in the supply phase."""

from known.case import Case

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

"""Right moves in the evaluation phase."""

from known.case import Case

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

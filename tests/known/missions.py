"""Right moves in the missions phase."""

from known.case import Case

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

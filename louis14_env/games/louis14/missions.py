"""Phase 4, missions: M1 to M5, C1, C6 and C7."""

from louis14_env.core.jit import jit
from louis14_env.games.louis14.actions import A_CROWN, A_DONE, A_DRAW, A_KEEP, A_LAY, A_PAY, A_RETURN
from louis14_env.games.louis14.state import (
    ASK_DRAW,
    ASK_KEEP,
    ASK_MISSION,
    ASK_PAY,
    ASK_SWAP,
    DRAW,
    END,
    GO,
    KEEP,
    MONEY_CARD,
    NOTHING,
    SWAP,
    U_CROWN,
    ask,
    bit,
    copies,
    draw_coats,
    draw_mission,
    return_mission,
    seat,
    size_of,
)
from louis14_env.games.louis14.tables import (
    CROWN,
    NUM_CHIPS,
    NUM_MISSIONS,
    NUM_PAIRS,
    NUM_ROUNDS,
    NUM_SHADES,
    P_CROWN,
    P_MISSION,
    P_SWAP,
    PAID_BY,
    PAIR_CHIPS,
    POWER,
)

CROWN_PRICE = 2  # C6
MOST_SWAPPED = 2  # C7


@jit
def payable_pairs(s, p):
    """Returns the set of chip pairs that player p could pay."""
    pairs = 0
    for pair in range(NUM_PAIRS):
        a, b = PAIR_CHIPS[pair, 0], PAIR_CHIPS[pair, 1]
        if s.chips[p, a] > 0 and s.chips[p, b] > (a == b):
            pairs |= 1 << pair
    return pairs


@jit
def payable_missions(s, p):
    """M1 to M3: returns the set of missions in hand that player p could pay."""
    pairs = payable_pairs(s, p)
    missions = 0
    if pairs:
        rest = s.missions[p]
        for mission in range(NUM_MISSIONS):
            if (rest >> mission) & 1 and PAID_BY[mission] & pairs:
                missions |= bit(mission)
    return missions


@jit
def can_crown(s, p):
    """C6: pay 2 louisdor, turn a chip into a crown; once a copy."""
    plain = s.chips[p, :CROWN].sum()
    return plain > 0 and s.coins[p] >= CROWN_PRICE and copies(s, p, P_CROWN) > s.used[U_CROWN, p]


@jit
def go_on(s):
    """M1: from the start player on, each in one go, as long as a mission can be paid or a chip turned."""
    if s.turn == s.num_players:
        end_round(s)
        return
    p = seat(s, s.turn)
    if can_crown(s, p) or payable_missions(s, p) != 0:
        ask(s, ASK_MISSION, p)
    else:
        s.stage = KEEP


@jit
def allow_mission(s, mask):
    p = s.player
    missions = payable_missions(s, p)
    count = 1
    mask[A_DONE] = 1
    for mission in range(NUM_MISSIONS):
        if (missions >> mission) & 1:
            mask[A_LAY + mission] = 1
            count += 1
    if can_crown(s, p):
        for chip in range(CROWN):
            if s.chips[p, chip] > 0:
                mask[A_CROWN + chip] = 1
                count += 1
    return count


@jit
def answer_mission(s, p, action):
    if action == A_DONE:
        s.stage = KEEP
    elif action >= A_CROWN:  # C6
        s.coins[p] -= CROWN_PRICE
        s.chips[p, action - A_CROWN] -= 1
        s.chips[p, CROWN] += 1
        s.used[U_CROWN, p] += 1
    else:
        s.mission = action - A_LAY
        s.missions[p] &= ~bit(s.mission)
        s.laid[p] |= bit(s.mission)
        for q in range(s.num_players):
            s.knows_missions[q] |= bit(s.mission)
        ask(s, ASK_PAY, p)


@jit
def allow_pay(s, mask):
    """M2: any two chips that fit."""
    pairs = payable_pairs(s, s.player) & PAID_BY[s.mission]
    for pair in range(NUM_PAIRS):
        mask[A_PAY + pair] = (pairs >> pair) & 1
    return size_of(pairs)


@jit
def answer_pay(s, p, action):
    pair = action - A_PAY
    s.chips[p, PAIR_CHIPS[pair, 0]] -= 1
    s.chips[p, PAIR_CHIPS[pair, 1]] -= 1
    s.draws = 2 if POWER[s.mission] == P_MISSION else 1  # C1
    s.mission = NOTHING
    s.stage = DRAW


@jit
def draw_due(s):
    """M1, C1, C7: each mission due from a stack of choice; nothing if all are empty (Q7)."""
    p = seat(s, s.turn)
    if s.draws > 0 and s.missions_left.sum() > 0:
        s.draws -= 1
        ask(s, ASK_DRAW, p)
        return
    s.draws = 0
    s.stage = SWAP if s.count > 0 else GO


@jit
def allow_draw(s, mask):
    count = 0
    for shade in range(NUM_SHADES):
        if s.missions_left[shade] > 0:
            mask[A_DRAW + shade] = 1
            count += 1
    return count


@jit
def answer_draw(s, p, action):
    draw_mission(s, p, action - A_DRAW)


@jit
def keep_one(s):
    """M4: with more than one chip left, which one stays."""
    p = seat(s, s.turn)
    s.stage = SWAP
    if s.chips[p].sum() > 1:
        ask(s, ASK_KEEP, p)


@jit
def allow_keep(s, mask):
    count = 0
    for chip in range(NUM_CHIPS):
        if s.chips[s.player, chip] > 0:
            mask[A_KEEP + chip] = 1
            count += 1
    return count


@jit
def answer_keep(s, p, action):
    """M4: each of the other chips is handed back for a coat."""
    others = s.chips[p].sum() - 1
    s.chips[p, :] = 0
    s.chips[p, action - A_KEEP] = 1
    draw_coats(s, p, others)


@jit
def swap(s):
    """C7, at the end of the go, once a copy; not in round 4 (Q6). `count` is the copies used."""
    p = seat(s, s.turn)
    if s.round_no < NUM_ROUNDS and s.count < copies(s, p, P_SWAP) and s.missions[p] != 0:
        ask(s, ASK_SWAP, p)
        return
    s.count = 0
    s.turn += 1
    s.stage = GO


@jit
def allow_swap(s, mask):
    p = s.player
    mask[A_DONE] = 1
    for mission in range(NUM_MISSIONS):
        mask[A_RETURN + mission] = (s.missions[p] >> mission) & 1
    return 1 + size_of(s.missions[p])


@jit
def answer_swap(s, p, action):
    if action != A_DONE:
        return_mission(s, p, action - A_RETURN)
        s.returned += 1
        if s.returned < MOST_SWAPPED and s.missions[p] != 0:
            return
    if s.returned == 0:
        s.count = copies(s, p, P_SWAP)  # nothing put back: nothing new to ask for the other copy
    else:
        s.count += 1
        s.draws = s.returned
        s.returned = 0
        s.stage = DRAW


@jit
def end_round(s):
    """The start marker moves clockwise (S7); after round 4 the game ends."""
    if s.round_no == NUM_ROUNDS:
        s.stage = END
    else:
        s.round_no += 1
        s.start = (s.start + 1) % s.num_players
        s.stage = MONEY_CARD

"""Setup: S1 to S7, D1."""

from louis14_env.core.jit import jit
from louis14_env.core.rng import seed_rng, shuffle
from louis14_env.games.louis14.state import (
    MONEY_CARD,
    NOBODY,
    NOTHING,
    draw_mission,
    seat,
)
from louis14_env.games.louis14.tables import (
    COATS_EACH,
    LIGHT,
    MEDIUM,
    NUM_INFLUENCE,
    NUM_INTRIGUE,
    NUM_MONEY,
    NUM_NEUTRAL,
    NUM_SHADES,
    NUM_STONES,
    SHADE_FIRST,
    SHADE_SIZE,
    START_COINS,
    START_GENERAL,
)


@jit
def clear(s, num_players, start_player):
    """An empty table: nothing dealt, nobody has anything."""
    s.hand[:] = 0
    s.middle = 0
    s.intrigue[:] = 0
    s.missions[:] = 0
    s.laid[:] = 0
    s.knows_influence[:] = 0
    s.knows_intrigue[:] = 0
    s.knows_missions[:] = 0
    s.influence_stack[:] = NOTHING
    s.influence_left = 0
    s.intrigue_stack[:] = NOTHING
    s.intrigue_left = 0
    s.mission_stack[:, :] = NOTHING
    s.missions_left[:] = 0
    s.money_stack[:] = NOTHING
    s.bag[:] = COATS_EACH
    s.stones[:, :] = 0
    s.own[:] = 0
    s.general[:] = 0
    s.coins[:] = 0
    s.chips[:, :] = 0
    s.coats[:, :] = 0
    s.blanks[:] = 0
    s.bonus[:] = 0
    s.score[:] = 0
    s.used[:, :] = 0
    s.side[:] = 0
    s.box = NUM_NEUTRAL if num_players == 2 else 0
    s.num_players = num_players
    s.start = start_player
    s.round_no = 1
    s.king = NOTHING
    s.stage = MONEY_CARD
    s.ask = 0
    s.player = NOBODY
    s.turn = 0
    s.count = 0
    s.tile = NOTHING
    s.target = NOTHING
    s.card = NOTHING
    s.mission = NOTHING
    s.draws = 0
    s.returned = 0
    s.winner = NOBODY
    s.crown_to = NOBODY
    s.queued = 0
    s.queue[:] = NOBODY
    s.role[:] = 0
    s.paid[:] = 0
    s.counted[:] = 0
    s.flips = 0


@jit
def set_up(s, num_players, start_player, seed):
    """Shuffles and deals a new game, ready for the money card of round 1."""
    clear(s, num_players, start_player)
    seed_rng(s.rng, seed, 0)
    shuffle_stacks(s)
    for place in range(num_players):
        p = seat(s, place)
        s.general[p] = START_GENERAL[num_players, place]  # S6 D1
        s.own[p] = NUM_STONES - s.general[p]
        s.coins[p] = START_COINS
        draw_mission(s, p, LIGHT)  # S5
        draw_mission(s, p, MEDIUM)


@jit
def shuffle_stacks(s):
    """S4: all cards on shuffled stacks."""
    for card in range(NUM_MONEY):
        s.money_stack[card] = card
    shuffle(s.rng, s.money_stack, NUM_MONEY)
    for card in range(NUM_INFLUENCE):
        s.influence_stack[card] = card
    s.influence_left = NUM_INFLUENCE
    shuffle(s.rng, s.influence_stack, NUM_INFLUENCE)
    for card in range(NUM_INTRIGUE):
        s.intrigue_stack[card] = card
    s.intrigue_left = NUM_INTRIGUE
    shuffle(s.rng, s.intrigue_stack, NUM_INTRIGUE)
    for shade in range(NUM_SHADES):
        for k in range(SHADE_SIZE[shade]):
            s.mission_stack[shade, k] = SHADE_FIRST[shade] + k
        s.missions_left[shade] = SHADE_SIZE[shade]
        shuffle(s.rng, s.mission_stack[shade], SHADE_SIZE[shade])

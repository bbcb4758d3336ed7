"""Louis XIV as a Game: the round's order, the questions asked, and the functions of the Game contract.

Rules stand in the booklet's order: setup, supply, influence, evaluation, missions, finish.
"""

from louis14_env.core.jit import jit
from louis14_env.games.louis14 import evaluation, finish, influence, missions, setup, supply
from louis14_env.games.louis14 import state as st
from louis14_env.games.louis14.state import ASK_NOTHING, NOBODY, OVER


@jit
def reset(states, i, num_players, start_player, seed):
    """Sets up a new game, before its first stage."""
    setup.set_up(states[i], num_players, start_player, seed)


@jit
def current_player(states, i):
    """Returns the player asked, NOBODY when the game is over."""
    return states[i].player


@jit
def is_over(states, i):
    return states[i].stage == OVER


@jit
def returns(states, i, out):
    """Fills out[player] with win share, score and rank of a finished game."""
    finish.results(states[i], out)


@jit
def potential(states, i, out):
    """Fills out[player] with how well each stands, from public facts, relative to the mean."""
    finish.standing(states[i], out)


@jit
def step(states, i, action):
    """Answers the question with a legal action and runs the game to the next one."""
    answer(states, i, action)
    while advance(states, i):
        pass


@jit
def advance(states, i):
    """Runs one stage of the round unless somebody is asked or the game is over; returns whether it did."""
    s = states[i]
    if s.ask != ASK_NOTHING or s.stage == OVER:
        return False
    run_stage(s)
    return True


@jit
def run_stage(s):
    """The stages of a round, in the booklet's order."""
    stage = s.stage
    if stage == st.MONEY_CARD:
        supply.reveal_money(s)
    elif stage == st.SUPPLY:
        supply.supply_missions(s)
    elif stage == st.DEAL:
        supply.deal(s)
    elif stage == st.NEUTRAL_STONES:
        influence.place_neutral(s)
    elif stage == st.OPENING:
        influence.opening_missions(s)
    elif stage == st.TURNS:
        influence.next_turn(s)
    elif stage == st.CLOSING:
        influence.closing_mission(s)
    elif stage == st.SHUFFLE:
        influence.reshuffle(s)
    elif stage == st.INTRIGUE:
        evaluation.offer_intrigue(s)
    elif stage == st.TIE:
        evaluation.offer_tie(s)
    elif stage == st.RANK:
        evaluation.rank(s)
    elif stage == st.PAY:
        evaluation.pay_next(s)
    elif stage == st.MAINTENON_STONES:
        evaluation.place_maintenon(s)
    elif stage == st.CONDE_STONES:
        evaluation.place_conde(s)
    elif stage == st.LEAVE:
        evaluation.leave(s)
    elif stage == st.GO:
        missions.go_on(s)
    elif stage == st.DRAW:
        missions.draw_due(s)
    elif stage == st.KEEP:
        missions.keep_one(s)
    elif stage == st.SWAP:
        missions.swap(s)
    elif stage == st.END:
        finish.finish(s)


@jit
def answer(states, i, action):
    """Applies the answer to the question asked; the game then stands before its next stage or question."""
    s = states[i]
    asked, p = s.ask, s.player
    s.ask = ASK_NOTHING
    if asked == st.ASK_CARD:
        influence.answer_card(s, p, action)
    elif asked == st.ASK_PATH:
        influence.answer_path(s, p, action)
    elif asked == st.ASK_BRIBE:
        evaluation.answer_bribe(s, p, action)
    elif asked == st.ASK_MISSION:
        missions.answer_mission(s, p, action)
    elif asked == st.ASK_PAY:
        missions.answer_pay(s, p, action)
    elif asked == st.ASK_DRAW:
        missions.answer_draw(s, p, action)
    elif asked == st.ASK_KEEP:
        missions.answer_keep(s, p, action)
    elif asked == st.ASK_SWAP:
        missions.answer_swap(s, p, action)
    elif asked == st.ASK_INTRIGUE:
        evaluation.answer_intrigue(s, p, action)
    elif asked == st.ASK_TIE:
        evaluation.answer_tie(s, p, action)
    elif asked == st.ASK_MAINTENON:
        evaluation.answer_maintenon(s, p, action)
    elif asked == st.ASK_CONDE:
        evaluation.answer_conde(s, p, action)
    elif asked == st.ASK_OPENING:
        influence.answer_opening(s, p, action)
    elif asked == st.ASK_CLOSING:
        influence.answer_closing(s, p, action)
    elif asked == st.ASK_SUPPLY_CARD:
        supply.answer_supply_card(s, p, action)
    elif asked == st.ASK_SUPPLY_CHOICE:
        supply.answer_supply_choice(s, p, action)
    if s.ask == ASK_NOTHING and s.stage != st.MAINTENON_STONES:
        s.player = NOBODY


@jit
def legal_mask(states, i, mask):
    """Writes 1 for each legal action, 0 for all others; returns how many are legal."""
    s = states[i]
    mask[:] = 0
    asked = s.ask
    if asked == st.ASK_CARD:
        return influence.allow_card(s, mask)
    if asked == st.ASK_PATH:
        return influence.allow_path(s, mask)
    if asked == st.ASK_BRIBE:
        return evaluation.allow_bribe(s, mask)
    if asked == st.ASK_MISSION:
        return missions.allow_mission(s, mask)
    if asked == st.ASK_PAY:
        return missions.allow_pay(s, mask)
    if asked == st.ASK_DRAW:
        return missions.allow_draw(s, mask)
    if asked == st.ASK_KEEP:
        return missions.allow_keep(s, mask)
    if asked == st.ASK_SWAP:
        return missions.allow_swap(s, mask)
    if asked == st.ASK_INTRIGUE:
        return evaluation.allow_intrigue(s, mask)
    if asked == st.ASK_TIE:
        return evaluation.allow_tie(s, mask)
    if asked == st.ASK_MAINTENON:
        return evaluation.allow_maintenon(s, mask)
    if asked == st.ASK_CONDE:
        return evaluation.allow_conde(s, mask)
    if asked == st.ASK_OPENING:
        return influence.allow_opening(s, mask)
    if asked == st.ASK_CLOSING:
        return influence.allow_closing(s, mask)
    if asked == st.ASK_SUPPLY_CARD:
        return supply.allow_supply_card(s, mask)
    if asked == st.ASK_SUPPLY_CHOICE:
        return supply.allow_supply_choice(s, mask)
    return 0

"""Bots: one interface, legal and repeatable moves from what is known alone."""

import numpy as np
import pytest
from scenario import at

from louis14_env.adapters.gym import GameEnv, GameVectorEnv
from louis14_env.bots import Bot, Games, SpecError, View, bot_kinds, make_bot
from louis14_env.bots.human import HumanBot, Quit
from louis14_env.core import Table
from louis14_env.core.conformance import random_positions
from louis14_env.core.kernels import bot_names

COMPILED = ["random", "sane", "peaceful", "heuristic", "heuristic:noise=0.5"]


def positions(game, players, every=5, seeds=range(3)):
    for seed in seeds:
        for table in random_positions(game, players, seed, every):
            if not table.is_over:
                yield table


def self_play(game, spec, players, seed):
    """The final table of a game of one bot against itself, played through views."""
    bot, table, decision = make_bot(spec, game), Table(game, players, seed), 0
    while not table.is_over:
        table.step(bot.act(View(table, decision)))
        decision += 1
    return table


@pytest.mark.parametrize("spec", COMPILED)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_compiled_players_see_nothing_hidden(game, spec, players):
    """Deciding on the real states and on a view is the same; so is deciding on any position the player cannot tell apart."""
    bot = make_bot(spec, game)
    rows, seeds = np.zeros(1, np.int64), np.array([77])
    for table in positions(game, players):
        chosen = bot.act(View(table, 77))
        assert chosen in table.legal_actions()
        for twin in (table, *(table.redeterminize(table.current_player, k) for k in range(5))):
            games = Games(game, players, twin.states, twin.mask[None], np.array([twin.current_player]))
            assert bot.act_many(games, rows, seeds)[0] == chosen


def test_a_compiled_player_leaves_the_state_alone(game):
    for table in positions(game, 4, every=1, seeds=[1]):
        before = table.to_bytes()
        games = Games(game, 4, table.states, table.mask[None], np.array([table.current_player]))
        make_bot("heuristic", game).act_many(games, np.zeros(1, np.int64), np.zeros(1, np.int64))
        assert table.to_bytes() == before


def test_a_view_is_the_same_for_positions_that_cannot_be_told_apart(game):
    for table in positions(game, 3, every=11):
        view = View(table)
        for k in range(3):
            twin = View(table.redeterminize(table.current_player, k))
            assert twin.states.tobytes() == view.states.tobytes()
            assert twin.describe() == view.describe() and (twin.observation == view.observation).all()
            assert twin.determinize(4).to_bytes() == view.determinize(4).to_bytes()
    over = self_play(game, "random", 2, 1)
    with pytest.raises(ValueError, match="the game is over"):
        View(over)


def test_the_seed_of_a_view_is_checked(game):
    with pytest.raises(ValueError, match="seed must be 0"):
        View(Table(game), -1)


def test_a_plain_bot_plays_many_games_as_it_plays_one(game):
    class Last(Bot):
        spec = "last"

        def act(self, view):
            return view.legal_actions()[-1 - view.seed % 2]

    tables = list(positions(game, 4, every=9))
    states = np.concatenate([table.states for table in tables])
    games = Games(game, 4, states, np.stack([t.mask for t in tables]), np.array([t.current_player for t in tables]))
    rows = np.arange(len(tables))[::2]
    expected = [Last().act(View(tables[row], int(row))) for row in rows]
    assert Last().act_many(games, rows, rows).tolist() == expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ladder_of_bots(game, players):
    """random < sane < heuristic in mean score, and the heuristic lays far more missions."""
    scores = [
        np.mean([self_play(game, spec, players, seed).returns()[:, 1].mean() for seed in range(12)])
        for spec in ("random", "sane", "heuristic")
    ]
    assert scores[0] + 3 < scores[1] and scores[1] + 12 < scores[2]


def test_noise_makes_random_moves_and_repeats(game):
    table = Table(game, 4, 3)
    noisy, plain = make_bot("heuristic:noise=0.5", game), make_bot("heuristic", game)
    moves = [noisy.act(View(table, seed)) for seed in range(200)]
    assert moves == [noisy.act(View(table, seed)) for seed in range(200)]
    usual = plain.act(View(table))
    assert 0.4 < np.mean([move == usual for move in moves]) < 0.7
    assert len({make_bot("heuristic:noise=1", game).act(View(table, seed)) for seed in range(200)}) > 5


def test_names_are_checked(game):
    assert list(bot_kinds(game)) == ["random", "sane", "peaceful", "heuristic", "ismcts", "policy", "sb3", "human"]
    assert bot_names(game) == ("random", "sane", "peaceful", "heuristic")
    for spec, reason in {
        "": "a name such as random",
        "clever": "no bot 'clever'; there are: random, sane, peaceful, heuristic, ismcts, policy, sb3, human",
        "random:speed=3": "'random' takes noise; there is no 'speed'",
        "heuristic:noise=2": "heuristic:noise must be 0..1, not 2",
        "heuristic:noise=nan": "heuristic:noise must be 0..1, not nan",
        "heuristic:noise=loud": "heuristic:noise must be a number, not 'loud'",
        "heuristic:noise": "arguments look like key=value",
        "heuristic:noise=0.1,noise=0.2": "each key once",
        "human:name=x": "'human' takes no arguments; there is no 'name'",
    }.items():
        with pytest.raises(SpecError, match=None) as caught:
            make_bot(spec, game)
        assert reason in str(caught.value)
    assert make_bot("heuristic:noise=0.0", game).spec == "heuristic"


@pytest.mark.parametrize("spec", ["sane", "heuristic:noise=0.2"])
def test_bots_fill_the_other_seats_of_every_environment(game, spec):
    """The same game through the single and the vector environment."""
    single = GameEnv("louis14", num_players=3, opponents=spec, seat=1)
    vector = GameVectorEnv("louis14", 2, num_players=3, opponents=spec, seat=1)
    _, info = single.reset(seed=4)
    _, infos = vector.reset(seed=[4, 5])
    done = False
    while not done:
        assert (info["action_mask"] == infos["action_mask"][0]).all()
        actions = infos["action_mask"].argmax(axis=1)
        _, reward, done, _, info = single.step(int(actions[0]))
        _, rewards, ends, _, infos = vector.step(actions)
        assert reward == pytest.approx(rewards[0]) and done == ends[0]


def test_unknown_opponents_are_refused():
    for make in (GameEnv, GameVectorEnv):
        with pytest.raises(ValueError, match="opponents: 'ismcts' must be one of 'random', 'sane', 'peaceful', 'heuristic'"):
            make("louis14", opponents="ismcts")


# --- Sane: what is plainly wasteful is never played --------------------------------------------------------------------


def moves(table, spec="sane", times=60):
    bot = make_bot(spec, table.game)
    return {table.game.action_text(bot.act(View(table, seed))) for seed in range(times)}


def test_sane_fetches_only_what_is_there(game):
    t = at("players 4\nseat 0: own 16, general 0, hand Anne Colbert Joker\nseat 1: hand Anne#2 Louvois\nnext: turn 0")
    assert moves(t.table) == {"play Anne to place", "play Colbert to place", "play Joker to place"}


def test_sane_places_as_many_stones_as_it_can(game):
    t = at("players 4\nseat 0: own 16, general 0, hand Anne Colbert Joker\nseat 1: hand Anne#2 Louvois\nnext: turn 0")
    t.play("play Anne to place")
    assert len(moves(t.table)) > 5
    assert all(sum(int(leg.split(":")[1]) for leg in text.split()[1:]) == 3 for text in moves(t.table))


def test_sane_lays_what_it_can_pay_and_saves_crowns(game):
    t = at("players 4\nround 2\nseat 0: chips SSC, missions stone:S? coat:LH\nnext: missions")
    assert moves(t.table) == {"lay stone:S?"}
    t.play("lay stone:S?")
    assert moves(t.table) == {"pay S+S"}


# --- A person at the terminal --------------------------------------------------------------------------------------------
def person(game, *words):
    said, typed = [], iter(words)

    def read(prompt):
        word = next(typed, None)
        if word is None:
            raise EOFError
        return word

    return HumanBot(game, read, said.append, hint=make_bot("heuristic", game)), said


def test_a_person_is_asked_until_the_move_is_legal(game):
    table = Table(game, 4, 3)
    legal = table.legal_actions()
    text = game.action_text(legal[1])
    bot, said = person(game, "", "?", "0", "99", "zeppelin", "bribe Colbert", "play", "look", "list", "hint", text)
    assert bot.act(View(table)) == legal[1]
    shown = "\n".join(said)
    for part in (
        "a number from the list", "the list has the numbers 1 to", "'zeppelin' is not an action text", "'bribe Colbert' is not legal now",
        "actions begin with 'play'", table.describe(table.current_player), game.action_text(make_bot("heuristic", game).act(View(table))),
    ):  # fmt: skip
        assert part in shown
    assert person(game, "2")[0].act(View(table)) == legal[1]
    assert person(game, text[: len(text) - 1].upper())[0].act(View(table)) == legal[1]


def test_a_person_may_quit(game):
    with pytest.raises(Quit, match="as you wish"):
        person(game, "quit")[0].act(View(Table(game)))
    with pytest.raises(Quit, match="the input ended"):
        person(game)[0].act(View(Table(game)))


def test_a_person_without_advice(game):
    bot, said = person(game, "hint", "1")
    bot.hint = None
    bot.act(View(Table(game)))
    assert "there is nobody to ask for a hint" in said

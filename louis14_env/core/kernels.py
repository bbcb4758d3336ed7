"""The loops that run games, written once and compiled for each game.

The contract's names (`step`, `legal_mask`, ...) are free here; `compile_kernels` binds them to a game's functions.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

from types import SimpleNamespace
from typing import Any

import numpy as np

from louis14_env.core.game import NUM_RETURNS, Game
from louis14_env.core.jit import announced, bind, cache_directory, compile_lock, config, is_compiled
from louis14_env.core.rewards import final_reward
from louis14_env.core.rng import RNG_WORDS, WORD, below, derive_seed, next_word, random_start, seed_rng

NO_ACTION = -1
RANDOM_EPISODE = (1 << 24) - 1  # no game of a batch gets that far
WORD_BYTES = 8
ROTATE = -1  # the learner's seat moves on with each game
RANDOM_START = -1  # the start player is drawn from the game's seed
OPPONENT_STREAM = 3  # tells the opponents' chance from the game's
BOT_STREAM = 6  # tells a bot's chance at one decision from all others


def settle(states, i, mask, auto_play):
    """Fills the mask of the next decision; with auto_play, decisions with a single legal action are played on the way."""
    while not is_over(states, i):
        if legal_mask(states, i, mask) != 1 or not auto_play:
            return
        step(states, i, nth_legal(mask, 0))
    mask[:] = 0


def nth_legal(mask, nth):
    """Returns the nth legal action, counted from 0."""
    words = mask[: len(mask) // WORD_BYTES * WORD_BYTES].view(np.int64)
    for word in range(len(words)):
        if words[word] != 0:
            for action in range(WORD_BYTES * word, WORD_BYTES * (word + 1)):
                if mask[action]:
                    if nth == 0:
                        return action
                    nth -= 1
    for action in range(WORD_BYTES * len(words), len(mask)):
        if mask[action]:
            if nth == 0:
                return action
            nth -= 1
    return NO_ACTION


def list_legal(mask, legal):
    """Fills `legal` with the legal actions; returns how many there are."""
    count = 0
    words = mask[: len(mask) // WORD_BYTES * WORD_BYTES].view(np.int64)
    for word in range(len(words)):
        if words[word] != 0:
            for action in range(WORD_BYTES * word, WORD_BYTES * (word + 1)):
                if mask[action]:
                    legal[count] = action
                    count += 1
    for action in range(WORD_BYTES * len(words), len(mask)):
        if mask[action]:
            legal[count] = action
            count += 1
    return count


def count_legal(mask):
    """Returns the number of legal actions."""
    count = 0
    for action in range(len(mask)):
        if mask[action]:
            count += 1
    return count


def resume(states, i, mask, auto_play):
    """Runs a position on to its next decision, whose mask it fills; returns the player to decide, -1 when the game is over."""
    while advance(states, i):
        pass
    settle(states, i, mask, auto_play)
    return current_player(states, i)


def start(states, i, num_players, start_player, seed, mask, auto_play):
    """A new game and the mask of its first decision; returns the player to decide."""
    reset(states, i, num_players, start_player, seed)
    return resume(states, i, mask, auto_play)


def play(states, i, action, mask, auto_play):
    """A legal action, and the mask of the next decision; returns the player to decide, -1 when the game is over."""
    step(states, i, action)
    settle(states, i, mask, auto_play)
    return current_player(states, i)


def start_batch(states, masks, current, episodes, seed, num_players, start_player, auto_play, first, last):
    """New games in the slice first .. last-1."""
    scratch = np.empty(RNG_WORDS, np.int64)
    for i in range(first, last):
        current[i] = start(states, i, num_players, start_player, derive_seed(scratch, seed, i, episodes[i]), masks[i], auto_play)


def start_generators(rngs, seed):
    """A generator of its own for each game's random actions."""
    for i in range(len(rngs)):
        derive_seed(rngs[i], seed, i, RANDOM_EPISODE)


def step_batch(
    states,
    actions,
    masks,
    current,
    observations,
    done,
    results,
    episodes,
    lengths,
    seed,
    num_players,
    start_player,
    auto_play,
    first,
    last,
):
    """One legal action in each game of the slice; a finished game leaves its results and starts anew.

    What the current players then see goes to `observations`, unless that has no rows.
    """
    scratch = np.empty(RNG_WORDS, np.int64)
    for i in range(first, last):
        if done[i]:
            lengths[i] = 0
        step(states, i, actions[i])
        settle(states, i, masks[i], auto_play)
        lengths[i] += 1
        done[i] = is_over(states, i)
        if done[i]:
            returns(states, i, results[i])
            episodes[i] += 1
            start(states, i, num_players, start_player, derive_seed(scratch, seed, i, episodes[i]), masks[i], auto_play)
        current[i] = current_player(states, i)
        if len(observations) > 0:
            observe(states, i, current[i], observations[i])


def observe_batch(states, current, observations, first, last):
    """What each current player sees."""
    for i in range(first, last):
        observe(states, i, current[i], observations[i])


def choose(states, i, mask, rng, noise):
    """Returns the action of the bound bot or, in a share `noise` of its decisions, a random one."""
    if noise > 0 and next_word(rng) < noise * (WORD + 1):
        return random_action(states, i, mask, rng)
    return bot(states, i, mask, rng)


def choose_rows(states, rows, masks, seeds, noise, actions):
    """The bound bot's action in each of the games `rows`, with its own chance from that decision's seed."""
    rng = np.empty(RNG_WORDS, np.int64)
    for k in range(len(rows)):
        seed_rng(rng, seeds[k], BOT_STREAM)
        actions[k] = choose(states, rows[k], masks[rows[k]], rng, noise)


def others_play(states, i, seat, mask, rng, noise, auto_play):
    """The bound bot plays for all seats but one, until that one is to decide or the game is over."""
    while not is_over(states, i) and current_player(states, i) != seat:
        step(states, i, choose(states, i, mask, rng, noise))
        settle(states, i, mask, auto_play)


def seat_of(rotation, place, episode, num_players):
    """The learner's seat: fixed, or moving on with each game (ROTATE)."""
    if rotation == ROTATE:
        return (place + episode) % num_players
    return rotation


def start_learners(
    states,
    masks,
    seats,
    observations,
    phi,
    episodes,
    rngs,
    seeds,
    noise,
    rotation,
    num_players,
    start_player,
    auto_play,
    first,
    last,
):
    """New games for one learner each, played by the opponents up to the learner's first decision; seeds[i] seeds game i's episodes."""
    scratch = np.empty(RNG_WORDS, np.int64)
    standing = np.zeros(max_players)
    for i in range(first, last):
        start_learner(
            states, i, masks, seats, observations, phi, episodes, rngs, seeds, noise, rotation, num_players, start_player, auto_play,
            scratch, standing,
        )  # fmt: skip


def start_learner(
    states,
    i,
    masks,
    seats,
    observations,
    phi,
    episodes,
    rngs,
    seeds,
    noise,
    rotation,
    num_players,
    start_player,
    auto_play,
    scratch,
    standing,
):
    game_seed = seeds[i] if episodes[i] == 0 else derive_seed(scratch, seeds[i], 0, episodes[i])
    seed_rng(rngs[i], game_seed, OPPONENT_STREAM)
    first_player = start_player
    if start_player == RANDOM_START:
        first_player = random_start(scratch, game_seed, num_players)
    seats[i] = seat_of(rotation, i, episodes[i], num_players)
    start(states, i, num_players, first_player, game_seed, masks[i], auto_play)
    others_play(states, i, seats[i], masks[i], rngs[i], noise, auto_play)
    observe(states, i, seats[i], observations[i])
    potential(states, i, standing)
    phi[i] = standing[seats[i]]


def step_learners(
    states, actions, masks, seats, observations, finals, phi, rewards, done, results, episodes, lengths, rngs, seeds,
    kind, shaping, noise, rotation, num_players, start_player, auto_play, first, last,
):  # fmt: skip
    """The learner's action in each game and all that follows up to its next decision.

    rewards[i] is all that the learner got meanwhile. A finished game leaves its results and what the learner saw last
    (finals) and starts anew.
    """
    scratch = np.empty(RNG_WORDS, np.int64)
    standing = np.zeros(max_players)
    for i in range(first, last):
        if done[i]:
            lengths[i] = 0
        seat = seats[i]
        step(states, i, actions[i])
        settle(states, i, masks[i], auto_play)
        others_play(states, i, seat, masks[i], rngs[i], noise, auto_play)
        lengths[i] += 1
        done[i] = is_over(states, i)
        if done[i]:
            returns(states, i, results[i])
            observe(states, i, seat, finals[i])
            rewards[i] = final_reward(results[i], seat, num_players, kind) - shaping * phi[i]
            episodes[i] += 1
            start_learner(
                states, i, masks, seats, observations, phi, episodes, rngs, seeds, noise, rotation, num_players, start_player, auto_play,
                scratch, standing,
            )  # fmt: skip
        else:
            potential(states, i, standing)
            rewards[i] = shaping * (standing[seat] - phi[i])
            phi[i] = standing[seat]
            observe(states, i, seat, observations[i])


def random_action(states, i, mask, rng):
    """A uniformly random legal action."""
    return nth_legal(mask, below(rng, count_legal(mask)))


def find_illegal(masks, actions):
    """Returns the first game whose action is illegal, or the number of games."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return len(actions)


def random_actions(masks, rngs, actions, first, last):
    """A uniformly random legal action for each game of the slice."""
    for i in range(first, last):
        actions[i] = nth_legal(masks[i], below(rngs[i], count_legal(masks[i])))


def copy_states(states, times):
    """Copies states from place to place, for the benchmark."""
    for k in range(times):
        states[(k + 1) % len(states)] = states[k % len(states)]


def call_seed_rng(rng, seed, stream):
    seed_rng(rng, seed, stream)


def call_derive_seed(rng, seed, game, episode):
    return derive_seed(rng, seed, game, episode)


def call_random_start(rng, seed, num_players):
    return random_start(rng, seed, num_players)


def call_final_reward(results, player, num_players, kind):
    return final_reward(results, player, num_players, kind)


def call_reset(states, i, num_players, start_player, seed):
    reset(states, i, num_players, start_player, seed)


def call_potential(states, i, out):
    potential(states, i, out)


def call_observe(states, i, viewer, out):
    observe(states, i, viewer, out)


def call_returns(states, i, out):
    returns(states, i, out)


def call_redeterminize(states, i, viewer, seed):
    redeterminize(states, i, viewer, seed)


def call_status(states, i):
    return status(states, i)


def call_answer(states, i, action):
    answer(states, i, action)


def call_advance(states, i):
    return advance(states, i)


def check_random_games(states, raw, at, num_players, seed, games, auto_play, most_decisions, report):
    """Plays random games in the slot `at`, with two slots after it to copy into, and checks the contract at every decision.

    Returns 0 with the number of decisions in report[0], or the number of a failed check (conformance.CHECKS) with the game, its
    decision and a detail in `report`.
    """
    mask = np.zeros(num_actions, np.int8)
    other_mask = np.zeros(num_actions, np.int8)
    rng = np.empty(RNG_WORDS, np.int64)
    results = np.zeros((max_players, NUM_RETURNS))
    decisions = 0
    for game in range(games):
        game_seed = derive_seed(rng, seed, game, 0)
        start(states, at, num_players, game % num_players, game_seed, mask, auto_play)
        length = 0
        while not is_over(states, at):
            note(report, game, length, status(states, at))
            if report[2] != 0:
                return 1
            count = legal_mask(states, at, other_mask)
            for action in range(num_actions):
                if mask[action] != other_mask[action]:
                    report[2] = action
                    return 2
            if count == 0 or count != count_legal(mask) or (auto_play and count == 1):
                return 3
            if not 0 <= current_player(states, at) < num_players:
                return 4
            action = nth_legal(mask, below(rng, count))
            states[at + 1] = states[at]
            states[at + 2] = states[at]
            play(states, at + 1, action, other_mask, auto_play)
            if not same(raw, at, at + 2):
                return 5
            play(states, at, action, mask, auto_play)
            if not same(raw, at, at + 1):
                return 6
            length += 1
            if length > most_decisions:
                return 7
        note(report, game, length, status(states, at))
        if report[2] != 0:
            return 1
        returns(states, at, results)
        if abs(results[:num_players, 0].sum() - 1.0) > 1e-9:
            return 8
        decisions += length
    report[0] = decisions
    return 0


def note(report, game, decision, detail):
    report[0] = game
    report[1] = decision
    report[2] = detail


def same(raw, i, j):
    """Returns whether two states are equal byte by byte."""
    for k in range(raw.shape[1]):
        if raw[i, k] != raw[j, k]:
            return False
    return True


INNER: tuple[Any, ...] = (
    nth_legal,
    count_legal,
    random_action,
    settle,
    resume,
    start,
    play,
    note,
    same,
)  # each may call those before it
ENTRIES: tuple[Any, ...] = (
    start, play, resume, start_batch, start_generators, step_batch, observe_batch, find_illegal, random_actions, random_action,
    copy_states, call_seed_rng, call_derive_seed, call_random_start, call_final_reward, call_reset, call_potential,
    call_observe, call_returns, call_redeterminize, call_status, call_answer, call_advance, check_random_games,
)  # fmt: skip
CONTRACT = (
    "reset", "current_player", "legal_mask", "step", "is_over", "returns", "potential", "observe", "redeterminize", "status", "answer", "advance",
)  # fmt: skip

_compiled: dict[int, Any] = {}


def compile_kernels(game: Game) -> Any:
    """The kernels of a game, compiled on first use."""
    if id(game) not in _compiled:
        with compile_lock:
            _compile_kernels(game)
    return _compiled[id(game)]


def _compile_kernels(game: Game) -> None:
    if id(game) not in _compiled:
        directory = cache_directory(f"{game.id}-{game.digest}")
        names: dict[str, Any] = {name: getattr(game, name) for name in CONTRACT}
        names |= {"num_actions": game.actions.size, "max_players": game.max_players}
        for template in INNER:
            names[template.__name__] = bind(template, names, directory)
        kernels = SimpleNamespace(game=game, names=names, bots={})
        for template in ENTRIES:
            setattr(kernels, template.__name__, names.get(template.__name__) or bind(template, names, directory))
        if not is_compiled(directory):
            with announced(directory, game.title):
                _warm_up(kernels)
        _compiled[id(game)] = kernels


BOT_INNER: tuple[Any, ...] = (choose, others_play, seat_of, start_learner)
SINGLE_ENTRIES: tuple[Any, ...] = (choose,)
ROWS_ENTRIES: tuple[Any, ...] = (choose_rows,)
LEARNER_ENTRIES: tuple[Any, ...] = (start_learners, step_learners)
RANDOM = "random"


def bot_names(game: Game) -> tuple[str, ...]:
    """The compiled players of a game."""
    return (RANDOM, *game.bots)


def compile_bot(game: Game, name: str) -> Any:
    """The kernel in which a compiled player decides in many games: choose_rows."""
    return _compile_with_bot(game, name, "rows", ROWS_ENTRIES, f"{game.title}: the player {name!r}", _warm_up_rows)


def compile_single(game: Game, name: str) -> Any:
    """The kernel in which a compiled player decides in one game, its chance going on from decision to decision: choose."""
    return _compile_with_bot(game, name, "single", SINGLE_ENTRIES, f"{game.title}: {name!r} as an opponent", _warm_up_single)


def compile_learner(game: Game, name: str) -> Any:
    """The kernels of one learning seat a game, with a compiled player in all others: start_learners and step_learners."""
    what = f"{game.title} with {name} opponents"
    return _compile_with_bot(game, name, "learner", LEARNER_ENTRIES, what, _warm_up_learner)


def _compile_with_bot(game: Game, name: str, purpose: str, entries: tuple[Any, ...], what: str, warm_up: Any) -> Any:
    if name not in bot_names(game):
        raise ValueError(f"{game.id} has the compiled players {', '.join(map(repr, bot_names(game)))}, not {name!r}")
    with compile_lock:
        return _bound(game, name, purpose, entries, what, warm_up)


def _bound(game: Game, name: str, purpose: str, entries: tuple[Any, ...], what: str, warm_up: Any) -> Any:
    kernels = compile_kernels(game)
    if (name, purpose) not in kernels.bots:
        directory = cache_directory(f"{game.id}-{game.digest}", f"{name}-{purpose}")
        names = {**kernels.names, "bot": game.bots.get(name, kernels.names["random_action"])}
        for template in BOT_INNER:
            names[template.__name__] = bind(template, names, directory)
        bound = SimpleNamespace(**{t.__name__: names.get(t.__name__) or bind(t, names, directory) for t in entries})
        if not is_compiled(directory):
            with announced(directory, what):
                warm_up(game, bound)
        kernels.bots[name, purpose] = bound
    return kernels.bots[name, purpose]


def _warm_up_rows(game: Game, bound: Any) -> None:
    states, masks = first_position(game)
    rows = np.zeros(1, np.int64)
    bound.choose_rows(states, rows, masks, rows.copy(), 0.0, rows.copy())


def _warm_up_single(game: Game, bound: Any) -> None:
    states, masks = first_position(game)
    bound.choose(states, 0, masks[0], np.ones(RNG_WORDS, np.int64), 0.0)


def first_position(game: Game) -> tuple[np.ndarray, np.ndarray]:
    """A game before its first decision, and its mask."""
    states, masks = new_states(game, 1)[0], np.zeros((1, game.actions.size), np.int8)
    compile_kernels(game).start(states, 0, game.min_players, 0, 0, masks[0], True)
    return states, masks


def _warm_up_learner(game: Game, bound: Any) -> None:
    """Compiles the learner kernels by playing a little."""
    states, _ = new_states(game, 1)
    masks, seats, done = np.zeros((1, game.actions.size), np.int8), np.zeros(1, np.int32), np.zeros(1, np.bool_)
    seen, results = np.zeros((1, game.observation.size), np.float32), np.zeros((1, game.max_players, NUM_RETURNS))
    counts, numbers, rngs = np.zeros(1, np.int64), np.zeros(1), np.ones((1, RNG_WORDS), np.int64)
    where = (0.0, ROTATE, game.min_players, 0, True, 0, 1)
    bound.start_learners(states, masks, seats, seen, numbers, counts, rngs, counts.copy(), *where)
    bound.step_learners(
        states, masks.argmax(axis=1), masks, seats, seen, seen.copy(), numbers, numbers.copy(), done, results, counts, counts.copy(),
        rngs, counts.copy(), 0, 0.0, *where,
    )  # fmt: skip


def _warm_up(kernels: Any) -> None:
    """Compiles, by playing a little with each, all kernels but the one that only tests use."""
    game = kernels.game
    states, _ = new_states(game, 3)
    masks, actions = np.zeros((3, game.actions.size), np.int8), np.zeros(3, np.int64)
    current, done = np.zeros(3, np.int32), np.zeros(3, np.bool_)
    episodes, lengths, rngs = np.zeros(3, np.int64), np.zeros(3, np.int64), np.ones((3, RNG_WORDS), np.int64)
    results, seen = np.zeros((3, game.max_players, NUM_RETURNS)), np.zeros((3, game.observation.size), np.float32)
    kernels.start(states, 0, game.min_players, 0, 0, masks[0], True)
    kernels.start_batch(states, masks, current, episodes, 0, game.min_players, 0, True, 0, 3)
    kernels.start_generators(rngs, 0)
    kernels.random_actions(masks, rngs, actions, 0, 3)
    kernels.find_illegal(masks, actions)
    kernels.step_batch(
        states, actions, masks, current, seen, done, results, episodes, lengths, 0, game.min_players, 0, True, 0, 3
    )
    kernels.copy_states(states, 1)
    kernels.observe_batch(states, current, seen, 0, 3)
    kernels.call_reset(states, 2, game.min_players, 0, 0)
    kernels.call_observe(states, 0, 0, seen[0])
    kernels.call_redeterminize(states, 0, 0, 0)
    kernels.call_status(states, 0)
    kernels.resume(states, 0, masks[0], True)
    action = int(masks[0].argmax())
    kernels.call_answer(states, 0, action)
    kernels.call_advance(states, 0)
    kernels.play(states, 1, int(masks[1].argmax()), masks[1], True)
    kernels.call_returns(states, 0, results[0])
    kernels.call_final_reward(results[0], 0, 2, 0)
    kernels.call_seed_rng(rngs[0], 0, 0)
    kernels.call_derive_seed(rngs[0], 0, 0, 0)
    kernels.call_random_start(rngs[0], 0, 2)
    kernels.random_action(states, 1, masks[1], rngs[0])
    kernels.call_potential(states, 0, np.zeros(game.max_players))


def new_states(game: Game, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Zeroed records for `count` states, and the same memory as bytes[count, size].

    Interpreted rules need records with attributes; for compiled ones a plain array is passed on faster.
    """
    records = np.zeros(count, game.state)
    states = records.view(np.recarray) if config.DISABLE_JIT else records
    return states, records.view(np.uint8).reshape(count, game.state.itemsize)

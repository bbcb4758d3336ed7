"""What a bot thinks of a decision: its action, what it expects, and how it likes each action. Works on a View, so it knows no secret."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from louis14_env.bots import Bot, Games, View
from louis14_env.bots.ismcts import SearchBot
from louis14_env.bots.policy import NetworkBot
from louis14_env.web.limits import MOST_ROWS


@dataclass(frozen=True)
class Row:
    """One action as the bot sees it; None where this kind of bot has no such number."""

    action: int
    probability: float | None = None  # of a network; of a search, the share of its visits
    visits: int | None = None
    value: float | None = None  # expected share of the win


@dataclass(frozen=True)
class Advice:
    """A bot's opinion, best actions first."""

    bot: str
    player: int
    action: int
    value: float | None  # expected share of the win of the player to decide
    rows: tuple[Row, ...]

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def advise(bot: Bot, view: View) -> Advice:
    """What the bot thinks of the decision in the view."""
    if isinstance(bot, SearchBot):
        return _of_search(bot, view)
    if isinstance(bot, NetworkBot):
        return _of_network(bot, view)
    action = bot.act(view)
    return Advice(bot.spec, view.player, action, None, (Row(action),))


def _of_search(bot: SearchBot, view: View) -> Advice:
    found = bot.look(view)
    order = np.lexsort((-np.nan_to_num(found.values), -found.visits))[:MOST_ROWS]
    rows = [
        Row(
            int(found.actions[k]),
            _rounded(found.visits[k] / max(found.iterations, 1)),
            int(found.visits[k]),
            _rounded(found.values[k]),
        )
        for k in order
        if found.visits[k]
    ]
    return Advice(bot.spec, view.player, found.action, _rounded(found.value), tuple(rows))


def _of_network(bot: NetworkBot, view: View) -> Advice:
    one = Games(view.game, view.num_players, view.states, view.mask[None], np.array([view.player], np.int32))
    decided = bot.network.decide(one, np.zeros(1, np.int64), np.array([view.seed]), 0.0)
    legal = decided.legal
    logits = bot.network(decided.seen)[0][0, legal].astype(float) + decided.biases
    weights = np.exp(logits - logits.max())
    chances = weights / weights.sum()
    order = np.argsort(-chances, kind="stable")[:MOST_ROWS]
    rows = [Row(int(legal[k]), _rounded(chances[k])) for k in order]
    value = decided.values[0, view.num_players - view.game.min_players]
    return Advice(bot.spec, view.player, bot.act(view), _rounded(value), tuple(rows))


def _rounded(value: float) -> float | None:
    return round(float(value), 4) if np.isfinite(value) else None

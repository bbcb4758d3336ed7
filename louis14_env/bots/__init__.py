"""Players of any Game behind one small interface: `make_bot("heuristic:noise=0.1", game).act(view) -> action`."""

from louis14_env.bots.base import Bot, Games, View
from louis14_env.bots.registry import bot_kinds, make_bot
from louis14_env.core.specs import SpecError

__all__ = ["Bot", "Games", "SpecError", "View", "bot_kinds", "make_bot"]

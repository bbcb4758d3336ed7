"""What every game shares: the Game contract, the table, the batch, records and checks."""

from louis14_env.core.actions import IllegalAction
from louis14_env.core.batch import Batch
from louis14_env.core.game import Game
from louis14_env.core.table import Table

__all__ = ["Batch", "Game", "IllegalAction", "Table"]

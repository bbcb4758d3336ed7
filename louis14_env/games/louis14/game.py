"""Louis XIV as a Game."""

from louis14_env.core.game import Game
from louis14_env.games.louis14 import rules
from louis14_env.games.louis14.actions import TABLE
from louis14_env.games.louis14.bots import players
from louis14_env.games.louis14.describe import describe, tell
from louis14_env.games.louis14.hidden import redeterminize
from louis14_env.games.louis14.observe import LAYOUT, observe
from louis14_env.games.louis14.state import STATE
from louis14_env.games.louis14.status import INVARIANTS, status
from louis14_env.games.louis14.tables import COMPONENTS, MAX_PLAYERS, MIN_PLAYERS
from louis14_env.games.louis14.text import from_text, to_text

GAME = Game(
    module=__name__,
    name="louis14",
    version=0,
    title="Louis XIV",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    most_decisions=600,
    state=STATE,
    actions=TABLE,
    observation=LAYOUT,
    digest=COMPONENTS.digest,
    reset=rules.reset,
    current_player=rules.current_player,
    legal_mask=rules.legal_mask,
    step=rules.step,
    answer=rules.answer,
    advance=rules.advance,
    is_over=rules.is_over,
    returns=rules.returns,
    potential=rules.potential,
    observe=observe,
    redeterminize=redeterminize,
    status=status,
    invariants=INVARIANTS,
    describe=describe,
    tell=tell,
    to_text=to_text,
    from_text=from_text,
    bots={"sane": players.sane, "peaceful": players.peaceful, "heuristic": players.heuristic},
    scores=players.scores,
    value=players.value,
    chapter=players.chapter,
    drawing="louis14_env.games.louis14.drawing",
)

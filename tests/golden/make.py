"""Golden playthroughs: whole games as text, with every question, its legal answers, what happened and the state's hash.

They show what a change of the code changes in the game. `make golden` writes them anew; read the diff before you commit it.
"""

import hashlib
import random
from pathlib import Path

from louis14_env.core import Table
from louis14_env.games import GAMES, get_game

FOLDER = Path(__file__).parent
SEED = 14
MOST_LISTED = 12


def playthrough(name: str, players: int) -> str:
    """A game as text: laying missions and using powers when possible, else random."""
    game = get_game(name)
    table = Table(game, players, SEED, start_player=players - 1, auto_play=False)
    chance = random.Random(players)
    lines = [f"{game.id}, {players} players, seed {SEED}, start player {players - 1}", *table.opening(), "", table.describe()]
    decision = 0
    while not table.is_over:
        legal = table.legal_actions()
        texts = [game.action_text(action) for action in legal]
        keen = [action for action, text in zip(legal, texts, strict=True) if text not in ("decline", "done")]
        action = chance.choice(keen if keen and chance.random() < 0.8 else legal)
        seen = hashlib.blake2b(b"".join(table.observe(p).tobytes() for p in range(players)), digest_size=8).hexdigest()
        more = f" ... {len(texts)} in all" if len(texts) > MOST_LISTED else ""
        lines.append(f"[{decision}] player {table.current_player}: {', '.join(texts[:MOST_LISTED])}{more}")
        told = table.narrate(action)
        lines += [f"    {line}" for line in (f"> {game.action_text(action)}", *told)]
        lines.append(f"    state {table.hash()} seen {seen}")
        if any(line.startswith("==") for line in told):
            lines += ["", table.describe()]
        decision += 1
    lines += ["", table.describe(), str(table.returns().tolist())]
    return "\n".join(lines) + "\n"


def golden_files() -> dict[Path, tuple[str, int]]:
    """Every game and player count has a file."""
    return {
        FOLDER / f"{name}-{players}p.txt": (name, players)
        for name in GAMES
        for players in range(get_game(name).min_players, get_game(name).max_players + 1)
    }


if __name__ == "__main__":
    for path, (name, players) in golden_files().items():
        path.write_text(playthrough(name, players), encoding="utf-8")
        print(path.name)

"""Prints a digest of some random games; the tests compare it between processes and settings."""

import hashlib
import sys
import tempfile
from pathlib import Path

from networks import make_tensors

from louis14_env.bots import View, make_bot
from louis14_env.core import Batch, Table
from louis14_env.games import get_game
from louis14_env.networks.checkpoint import save_checkpoint

BOTS = (
    "random",
    "sane",
    "heuristic:noise=0.1",
    "ismcts:iterations=3",
    "policy:{0}",
    "policy:{0},temperature=1",
    "ismcts:iterations=3,policy={0}",
)
EVERY = 12  # decisions between two questions to the bots

if __name__ == "__main__":
    game = get_game("louis14")
    with tempfile.TemporaryDirectory() as folder:
        save_checkpoint(Path(folder) / "some", make_tensors(game), game, [4], prior=0.5)
        bots = [make_bot(spec.format(Path(folder) / "some"), game) for spec in BOTS]
    for players in (2, 3, 4):
        for seed in range(int(sys.argv[1])):
            table = Table(game, players, seed, seed % players, auto_play=seed % 2 == 0)
            digest, decision = hashlib.sha256(), 0
            while not table.is_over:
                for viewer in range(players):
                    digest.update(table.observe(viewer).tobytes())
                digest.update(table.mask.tobytes() + table.to_bytes())
                digest.update(table.redeterminize(decision % players, decision).to_bytes())
                if decision % EVERY == 0:
                    digest.update(repr([bot.act(View(table, decision)) for bot in bots]).encode())
                legal = table.legal_actions()
                table.step(legal[decision * 7919 % len(legal)])
                decision += 1
            print(players, seed, decision, digest.hexdigest(), table.hash(), table.returns().tolist())
        batch = Batch(game, 3, players, seed=5)
        for _ in range(150):
            batch.step(batch.random_actions())
        print(hashlib.sha256(batch.states.tobytes() + batch.observations.tobytes()).hexdigest())

"""Where a batch step's time goes, as JSON lines in nanoseconds a decision: python benchmarks/shares.py"""

import json

from louis14_env.bench import REPEATS, WARM_UP_STEPS, best_of, seconds
from louis14_env.core import Batch
from louis14_env.games import get_game

GAMES, STEPS = 1024, 300


def main() -> None:
    batch = Batch(get_game("louis14"), GAMES, 4, seed=1)
    kernels = batch.kernels
    seconds(lambda: batch.step(batch.random_actions()), WARM_UP_STEPS)
    seen = batch.observations

    def whole() -> None:
        batch.step(batch.random_actions())

    def nanoseconds(call, steps=STEPS) -> float:
        return best_of(REPEATS, lambda: seconds(call, steps)) / (steps * GAMES) * 1e9

    choose = nanoseconds(batch.random_actions)
    check = nanoseconds(lambda: kernels.find_illegal(batch.masks, batch.random_actions())) - choose
    observe = nanoseconds(lambda: kernels.observe_batch(batch.states, batch.current, seen, 0, GAMES))
    step = nanoseconds(whole) - choose - check
    for name, value in (
        ("choose a random action", choose),
        ("check legality", check),
        ("rules and mask", step),
        ("observation", observe),
    ):
        print(json.dumps({"name": name, "value": round(value), "unit": "ns/decision"}))


if __name__ == "__main__":
    main()

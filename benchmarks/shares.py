"""Where a batch step's time goes, as JSON lines in nanoseconds a decision: python benchmarks/shares.py"""

import json

from louis14_env.bench import REPEATS, WARM_UP_STEPS, best_of, seconds
from louis14_env.core import Batch
from louis14_env.games import get_game

GAMES, STEPS = 1024, 300


def main() -> None:
    batch, seeing = (Batch(get_game("louis14"), GAMES, 4, seed=1, observe=observe) for observe in (False, True))
    kernels = batch.kernels
    for one in (batch, seeing):
        seconds(lambda one=one: one.step(one.random_actions()), WARM_UP_STEPS)

    def nanoseconds(call, steps=STEPS) -> float:
        return best_of(REPEATS, lambda: seconds(call, steps)) / (steps * GAMES) * 1e9

    choose = nanoseconds(batch.random_actions)
    check = nanoseconds(lambda: kernels.find_illegal(batch.masks, batch.random_actions())) - choose
    whole = nanoseconds(lambda: batch.step(batch.random_actions()))
    observe = nanoseconds(lambda: seeing.step(seeing.random_actions())) - whole
    step = whole - choose - check
    for name, value in (
        ("choose a random action", choose),
        ("check legality", check),
        ("rules and mask", step),
        ("observation", observe),
    ):
        print(json.dumps({"name": name, "value": round(value), "unit": "ns/decision"}))


if __name__ == "__main__":
    main()

"""Random agents at the PettingZoo (AEC) environment: the loop of turns, the action mask and the scores.

Run: python examples/random_aec.py --steps 1000 --players 4 --seed 7
"""

import argparse

import numpy as np

from louis14_env import louis14_v0


def main(steps: int = 1000, players: int = 4, seed: int = 7) -> list[dict[str, float]]:
    """Plays games until `steps` decisions are made and returns the scores of those that ended."""
    rng = np.random.default_rng(seed)
    env = louis14_v0.env(num_players=players)
    games: list[dict[str, float]] = []
    taken = 0
    while taken < steps:
        env.reset(seed=seed + len(games))
        scores = {}
        for agent in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                scores[agent] = info["score"]
                env.step(None)  # PettingZoo's way to let an agent who is done leave
            else:
                env.step(rng.choice(np.flatnonzero(observation["action_mask"])))  # an illegal action would raise
                taken += 1
                if taken == steps:
                    break
        if len(scores) == players:
            games.append(scores)
            print(f"game {len(games)}: " + ", ".join(f"{agent} {score:.0f}" for agent, score in scores.items()))
    env.close()
    print(f"{taken} decisions, {len(games)} games ended")
    return games


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=7)
    main(**vars(parser.parse_args()))

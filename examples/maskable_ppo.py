"""MaskablePPO of sb3-contrib on many games at once: trains briefly, then plays against random opponents.

Run: python examples/maskable_ppo.py --steps 50000 --players 4 --seed 0    (needs the extra: pip install -e ".[train]")
"""

import argparse

from sb3_contrib import MaskablePPO

from louis14_env.adapters.sb3 import GameVecEnv


def win_share(model: MaskablePPO, players: int, games: int, seed: int) -> float:
    """The share of wins (a shared win counts in part) over `games` games, the same number in each of 64 places."""
    env = GameVecEnv("louis14", 64, num_players=players, seed=seed)
    observations, wins = env.reset(), [[] for _ in range(64)]
    while min(map(len, wins)) < games // 64:  # so that short games do not count more often than long ones
        actions, _ = model.predict(observations, action_masks=env.action_masks())
        observations, _, _, infos = env.step(actions)
        for place, info in enumerate(infos):
            if "win" in info and len(wins[place]) < games // 64:
                wins[place].append(info["win"])
    env.close()
    return sum(map(sum, wins)) / sum(map(len, wins))


def main(steps: int = 50_000, players: int = 4, seed: int = 0, games: int = 512) -> tuple[float, float]:
    """Trains for `steps` decisions of the learner and returns its win shares before and after."""
    env = GameVecEnv("louis14", 64, num_players=players, seed=seed, shaping=1.0)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=32, batch_size=512, n_epochs=4, learning_rate=1e-3, gamma=1.0, seed=seed, device="cpu"
    )
    before = win_share(model, players, games, seed + 1)
    model.learn(steps)
    env.close()
    after = win_share(model, players, games, seed + 1)
    print(f"win share against random opponents: {before:.3f} untrained, {after:.3f} after {model.num_timesteps} steps")
    return before, after


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))

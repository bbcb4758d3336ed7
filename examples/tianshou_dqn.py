"""Tianshou's DQN on the Gymnasium environment: one seat learns against random opponents, and the mask goes with the observation.

A short run shows that masks are kept and updates made, not strength: an untrained network that plays greedily wins anything from a
tenth to half of its games, as its weights fall (chance is 1/players), and 40 games leave an error of about 0.08.

Run: python examples/tianshou_dqn.py --steps 2000 --players 4 --seed 0    (needs the extra: pip install -e ".[examples]")
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net

import louis14_env  # noqa: F401 - registers Louis14-v0

PLACES = 4


class WithMask(gymnasium.ObservationWrapper):
    """Observations as {"obs", "mask"}, the form in which Tianshou's policies look for a mask."""

    def __init__(self, env: gymnasium.Env):
        super().__init__(env)
        mask = spaces.MultiBinary(int(env.action_space.n))
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": mask})

    def observation(self, observation: np.ndarray) -> dict[str, Any]:
        return {"obs": observation, "mask": self.unwrapped.action_masks()}


def main(steps: int = 2000, players: int = 4, seed: int = 0) -> dict[str, float]:
    """Learns for `steps` decisions and returns their number, the rounds of updates and the win shares before and after."""
    np.random.seed(seed)
    torch.manual_seed(seed)

    def make(shaping: float = 0.0) -> gymnasium.Env:
        return WithMask(gymnasium.make("Louis14-v0", num_players=players, opponents="random", seat="rotate", shaping=shaping))

    train, test = DummyVectorEnv([lambda: make(shaping=1.0)] * PLACES), DummyVectorEnv([make] * PLACES)
    train.seed(seed)
    env = make()
    net = Net(state_shape=env.observation_space["obs"].shape, action_shape=int(env.action_space.n), hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.2)
    optimizer = AdamOptimizerFactory(lr=1e-3)
    algorithm = DQN(policy=policy, optim=optimizer, gamma=1.0, n_step_return_horizon=5, target_update_freq=100)

    def win_share() -> float:
        test.seed(seed + PLACES)
        games = Collector(algorithm, test).collect(n_episode=10 * PLACES, reset_before_collect=True)
        return float(games.returns.mean()) + 1 / players  # the reward is the share of the win, less 1/n

    before = win_share()
    collector = Collector(algorithm, train, VectorReplayBuffer(20_000, PLACES), exploration_noise=True)
    collector.reset()
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=1,
            epoch_num_steps=steps,
            collection_step_num_env_steps=10 * PLACES,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=64,
            show_progress=False,
            verbose=False,
        )
    )
    after = win_share()
    print(f"{result.train_step} steps, {result.update_step} rounds of updates, no illegal action")
    print(f"win share against random opponents, greedy: {before:.3f} untrained, {after:.3f} then")
    return {"steps": result.train_step, "updates": result.update_step, "before": before, "after": after}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))

"""Tianshou's DQN on the Gymnasium environment: one seat learns against random opponents, and the mask goes with the observation.

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
        self.observation_space = spaces.Dict({"obs": env.observation_space, "mask": spaces.MultiBinary(env.action_space.n)})

    def observation(self, observation: np.ndarray) -> dict[str, Any]:
        return {"obs": observation, "mask": self.unwrapped.action_masks()}


def main(steps: int = 2000, players: int = 4, seed: int = 0) -> dict[str, float]:
    """Learns for `steps` decisions and returns how many were taken, how many updates were made and the score of games played then."""
    np.random.seed(seed)
    torch.manual_seed(seed)

    def make() -> gymnasium.Env:
        return WithMask(gymnasium.make("Louis14-v0", num_players=players, opponents="random", seat="rotate", shaping=1.0))

    train, test = DummyVectorEnv([make] * PLACES), DummyVectorEnv([make] * PLACES)
    train.seed(seed)
    test.seed(seed + PLACES)
    space = train.observation_space[0]
    net = Net(state_shape=space["obs"].shape, action_shape=train.action_space[0].n, hidden_sizes=[128, 128])
    policy = DiscreteQLearningPolicy(model=net, action_space=train.action_space[0], eps_training=0.2, eps_inference=0.0)
    algorithm = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, n_step_return_horizon=5, target_update_freq=100)
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
    games = Collector(algorithm, test).collect(n_episode=5 * PLACES, reset_before_collect=True)
    print(f"{result.train_step} steps, {result.update_step} updates, no illegal action")
    print(f"return of {games.n_collected_episodes} greedy games afterwards: {games.returns.mean():.2f} (1 - 1/{players} is a win)")
    return {"steps": result.train_step, "updates": result.update_step, "return": float(games.returns.mean())}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))

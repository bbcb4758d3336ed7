"""Ray RLlib's PPO (new API stack) on the PettingZoo environment: one policy with an action mask plays all seats.

Run: python examples/rllib_ppo.py --steps 2000 --players 4 --seed 0    (needs the extra: pip install -e ".[rllib]")
"""

import argparse
from typing import Any

import ray
import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis.value_function_api import ValueFunctionAPI
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
from ray.tune.registry import register_env
from torch import nn

from louis14_env import louis14_v0

FRAGMENT = 500  # decisions of one training iteration
MASKED = -1e9  # the logit of an illegal action


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Policy and value over {"observation", "action_mask"}; illegal actions have no probability, in play and in the loss."""

    def setup(self) -> None:
        size = self.observation_space["observation"].shape[0]
        self.body = nn.Sequential(nn.Linear(size, 128), nn.Tanh())
        self.policy = nn.Linear(128, int(self.action_space.n))
        self.value = nn.Linear(128, 1)

    def _forward(self, batch: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        features = self.body(batch[Columns.OBS]["observation"])
        logits = self.policy(features).masked_fill(batch[Columns.OBS]["action_mask"] == 0, MASKED)
        return {Columns.ACTION_DIST_INPUTS: logits, Columns.EMBEDDINGS: features}

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> torch.Tensor:
        features = self.body(batch[Columns.OBS]["observation"]) if embeddings is None else embeddings
        return self.value(features).squeeze(-1)


def main(steps: int = 2000, players: int = 4, seed: int = 0) -> dict[str, float]:
    """Trains until `steps` decisions are made and returns what was counted."""
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    register_env("louis14", lambda config: PettingZooEnv(louis14_v0.env(**config)))
    config = (
        PPOConfig()
        # RLlib's check of the environment would try an action without a look at the mask.
        .environment("louis14", env_config={"num_players": players, "shaping": 1.0}, disable_env_checking=True)
        .env_runners(num_env_runners=0)  # everything in this process; an illegal action would end the run
        .multi_agent(policies={"shared"}, policy_mapping_fn=lambda agent, episode, **kwargs: "shared")
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={"shared": RLModuleSpec(module_class=MaskedModule)}))
        .training(train_batch_size_per_learner=FRAGMENT, minibatch_size=128, num_epochs=2, lr=1e-3, gamma=1.0)
        .debugging(seed=seed, log_level="ERROR")
    )
    algorithm = config.build_algo()
    taken, loss = 0, float("nan")
    while taken < steps:
        result = algorithm.train()
        taken = int(result["num_env_steps_sampled_lifetime"])
        loss = float(result["learners"]["shared"]["total_loss"])
    games = int(result["env_runners"]["num_episodes_lifetime"])
    algorithm.stop()
    ray.shutdown()
    print(f"{taken} decisions, {games} games ended, no illegal action, last loss {loss:.4f}")
    return {"steps": taken, "games": games, "loss": loss}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))

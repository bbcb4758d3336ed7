"""TorchRL's PettingZooWrapper: one policy plays all seats under the mask and learns from their rewards by REINFORCE.

Run: python examples/torchrl_rollout.py --steps 1200 --players 4 --seed 0    (needs the extra: pip install -e ".[examples]")
"""

import argparse

import torch
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import MarlGroupMapType
from torchrl.modules import MaskedCategorical, ProbabilisticActor
from torchrl.objectives.value.functional import reward2go

from louis14_env import louis14_v0

FRAMES = 400  # decisions of one rollout, a few games long
SEATS = "agents"  # the name of TorchRL's one group of all agents


def main(steps: int = 1200, players: int = 4, seed: int = 0) -> dict[str, float]:
    """Takes `steps` decisions in rollouts, each followed by an update, and returns what was counted."""
    torch.manual_seed(seed)
    env = PettingZooWrapper(louis14_v0.env(num_players=players), group_map=MarlGroupMapType.ALL_IN_ONE_GROUP, use_mask=True)
    env.set_seed(seed)
    size, actions = env.observation_spec[SEATS, "observation", "observation"].shape[-1], env.action_spec[SEATS, "action"].n
    net = nn.Sequential(nn.Linear(size, 128), nn.Tanh(), nn.Linear(128, actions))
    policy = ProbabilisticActor(
        TensorDictModule(net, in_keys=[(SEATS, "observation", "observation")], out_keys=[(SEATS, "logits")]),
        in_keys={"logits": (SEATS, "logits"), "mask": (SEATS, "action_mask")},
        out_keys=[(SEATS, "action")],
        distribution_class=MaskedCategorical,
    )
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    taken = games = illegal = 0
    loss = torch.zeros(())
    while taken < steps:
        with torch.no_grad():
            data = env.rollout(min(FRAMES, steps - taken), policy, break_when_any_done=False)
        # All seats stand in one tensor, [time, seat]; "mask" tells which of them was to act.
        acting, action = data[SEATS, "mask"], data[SEATS, "action"]
        legal = data[SEATS, "action_mask"].gather(-1, action.unsqueeze(-1)).squeeze(-1)
        illegal += int((acting & ~legal).sum())
        done = data["next", "done"].unsqueeze(-2).expand_as(data["next", SEATS, "reward"])
        returns = reward2go(data["next", SEATS, "reward"], done, 1.0, time_dim=0).squeeze(-1)
        loss = -(policy.get_dist(data).log_prob(action) * returns)[acting].mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        taken += int(acting.sum())
        games += int(data["next", "done"].sum())
    env.close()
    print(f"{taken} decisions, {games} games ended, {illegal} illegal actions, last loss {loss.item():.4f}")
    return {"steps": taken, "games": games, "illegal": illegal, "loss": loss.item()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1200)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    main(**vars(parser.parse_args()))

"""Any Game as a PettingZoo AEC environment."""

import hashlib
import json
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from louis14_env.adapters.options import (
    OBSERVATIONS,
    Seeds,
    check_choice,
    check_number,
    check_start,
    mask_space,
    observation_space,
)
from louis14_env.adapters.rendering import FRAMES_A_SECOND, RENDER_MODES, Renderer, action_number
from louis14_env.core import IllegalAction, Table
from louis14_env.core.game import SCORE, check_seed
from louis14_env.core.rewards import reward_kind
from louis14_env.games import get_game

MAGIC = b"louis14_env save 2\n"
DIGEST_BYTES = 16
FRESH_STREAM = 5  # tells a clone's fresh chance from a new game's


class GameAEC(AECEnv):
    """A game for `num_players` agents, player_0 .. player_n-1, who sit clockwise.

    An agent may be selected several times in a row. Observations are {"observation", "action_mask"}; the mask of an agent
    who is not selected is zero. All agents end together; their rewards come then (`win`, `score` or `rank`, each zero-sum), plus
    `shaping` times the gain in standing at each step, which sums to zero over a game and so leaves the best play as it is.
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        num_players: int | None = None,
        reward: str = "win",
        observation: str = "flat",
        auto_play: bool = True,
        start_player: int | str = 0,
        shaping: float = 0.0,
        render_mode: str | None = None,
    ):
        super().__init__()
        self.game = get_game(game)
        players = self.game.check_players(self.game.max_players if num_players is None else num_players)
        self._kind = reward_kind(reward)
        self._flat = check_choice(observation, "observation", OBSERVATIONS) == "flat"
        self._start = check_start(start_player, players)
        self._shaping = check_number(shaping, "shaping")
        self._renderer = Renderer(self.game, render_mode)
        self.render_mode = self._renderer.mode
        self._in_window = render_mode == "human"  # whether each step shows itself; copies, made for search, do not
        self._options: dict[str, Any] = {
            "game": game, "num_players": players, "reward": reward, "observation": observation, "auto_play": bool(auto_play),
            "start_player": start_player, "shaping": shaping, "render_mode": render_mode,
        }  # fmt: skip
        self.metadata = {
            "name": self.game.id, "render_modes": list(RENDER_MODES), "is_parallelizable": False,
            "render_fps": FRAMES_A_SECOND,
        }  # fmt: skip
        self.possible_agents = [f"player_{p}" for p in range(players)]
        self._seat = {agent: p for p, agent in enumerate(self.possible_agents)}
        space = spaces.Dict({"observation": observation_space(self.game, observation), "action_mask": mask_space(self.game)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(self.game.actions.size) for agent in self.possible_agents}
        size = players * self.game.observation.size
        self.state_space = spaces.Box(
            np.zeros(size, np.float32), np.tile(self.game.observation.high(), players), dtype=np.float32
        )
        self._no_mask = np.zeros(self.game.actions.size, np.int8)
        self._seeds = Seeds(self.game)
        self._table: Table | None = None
        self._phi = np.zeros(players)
        self._last: int | str | None = None  # the last action

    # --- The AEC interface -------------------------------------------------------------------------------------------
    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """A new game: with a seed that very game, without one the next of the last seed's line of games."""
        game_seed = self._seeds.next(None if seed is None else check_seed(seed))
        players = len(self.possible_agents)
        start = self._seeds.start_player(self._start, game_seed, players)
        if self._table is None:
            self._table = Table(self.game, players, game_seed, start, self._options["auto_play"])
        else:
            self._table.reset(players, game_seed, start)
        self._renew()
        self._phi[:] = self._standing()
        self._last = None
        self._show()

    def _renew(self) -> None:
        """All agents at the table, with nothing won yet."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def _select(self) -> None:
        player = self.table.current_player
        self.agent_selection = self.agents[0] if player is None else self.agents[player]
        if player is not None:
            self.infos[self.agent_selection] = {"action_mask": self.table.mask.copy()}

    @property
    def table(self) -> Table:
        """The game on the table."""
        if self._table is None:
            raise RuntimeError("reset() must be called first")
        return self._table

    def step(self, action: int | None) -> None:
        """The selected agent's action; an illegal one raises IllegalAction and changes nothing."""
        table = self.table
        if not self.agents:
            raise RuntimeError("the game is over and all agents are gone: reset() starts a new one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{agent} is in the game and must act: None is only for agents who are done")
        table.step(action)
        self._last = action
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._no_mask}
        if table.is_over or self._shaping:
            self._reward()
        self._select()
        self._show()

    def _reward(self) -> None:
        players = len(self.agents)
        standing = np.zeros(players) if self.table.is_over else self._standing()
        gains = self._shaping * (standing - self._phi)
        self._phi[:] = standing
        if self.table.is_over:
            results = self.table.returns()
            for p, agent in enumerate(self.agents):
                gains[p] += self.table.kernels.call_final_reward(results, p, players, self._kind)
                self.terminations[agent] = True
                self.infos[agent] = {"action_mask": self._no_mask, "score": float(results[p, SCORE])}
        for p, agent in enumerate(self.agents):
            self.rewards[agent] = float(gains[p])
        self._accumulate_rewards()

    def _standing(self) -> np.ndarray:
        out = np.zeros(self.game.max_players)
        self.table.kernels.call_potential(self.table.states, 0, out)
        return out[: len(self.possible_agents)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, and the mask of its actions, which is zero if it is another's turn."""
        flat = self.table.observe(self._seat[agent])
        selected = agent == self.agent_selection and not self.table.is_over
        return {
            "observation": flat if self._flat else self.game.observation.split(flat),
            "action_mask": self.table.mask.copy() if selected else self._no_mask.copy(),
        }

    def state(self) -> np.ndarray:
        """Everything: what all players see, one after another."""
        return np.concatenate([self.table.observe(p) for p in range(len(self.possible_agents))])

    def render(self) -> str | np.ndarray | None:
        """What the selected agent sees: text with "ansi", pixels with "rgb_array", None and a window with "human"."""
        if self.render_mode is None:
            return None
        return self._renderer.show(self.table, self._seat[self.agent_selection] if self.agents else 0, self._last)

    def _show(self) -> None:
        if self._in_window:
            self.render()

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._renderer.close()

    # --- The search state --------------------------------------------------------------------------------------------
    def legal_actions(self) -> list[int]:
        """The legal actions of the selected agent."""
        return self.table.legal_actions()

    def clone(self, exact: bool = False, seed: int | None = None) -> "GameAEC":
        """A copy to play on: with fresh chance, from `seed` if given, so that no planner sees the future; or an exact one."""
        twin = type(self)(**self._options)
        twin.load(self.save())
        twin._in_window = False
        if not exact:
            fresh = np.random.SeedSequence().generate_state(1)[0] if seed is None else check_seed(seed)
            self.table.kernels.call_seed_rng(twin.table.states[0]["rng"], int(fresh), FRESH_STREAM)
        return twin

    def determinize(self, agent: str, seed: int) -> "GameAEC":
        """A copy in which everything that `agent` cannot know, chance included, is dealt anew."""
        if agent not in self._seat:
            raise ValueError(f"agent must be one of {', '.join(self.possible_agents)}, not {agent!r}")
        twin = self.clone(exact=True)
        twin._table = self.table.redeterminize(self._seat[agent], seed)
        twin._select()
        return twin

    def save(self) -> bytes:
        """The game in mid-play as bytes, for `load` on an environment with the same options."""
        table = self.table
        agents = {
            agent: [self.rewards[agent], self._cumulative_rewards[agent], self.terminations[agent]] for agent in self.agents
        }
        head = {
            "game": self.game.id, "data": self.game.digest, "options": self._options, "base": self._seeds.base,
            "episode": self._seeds.episode, "phi": self._phi.tolist(), "agents": agents, "selected": self.agent_selection,
            "last": action_number(self.game, self._last),
        }  # fmt: skip
        body = MAGIC + json.dumps(head).encode() + b"\n" + table.to_bytes()
        return body + hashlib.blake2b(body, digest_size=DIGEST_BYTES).digest()

    def load(self, data: bytes) -> None:
        """Goes on where `save` was called; foreign or damaged bytes are refused and nothing changes."""
        if not isinstance(data, bytes) or not data.startswith(MAGIC):
            raise ValueError("these are not the bytes of a saved game of this version")
        body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
        if hashlib.blake2b(body, digest_size=DIGEST_BYTES).digest() != digest:
            raise ValueError("the saved game is damaged: its checksum does not fit")
        line, _, raw = body[len(MAGIC) :].partition(b"\n")
        head = json.loads(line)
        for name, mine in (("game", self.game.id), ("data", self.game.digest), ("options", self._options)):
            if head[name] != mine:
                raise ValueError(f"the saved game has the {name} {head[name]}, this environment {mine}")
        table = Table(self.game, len(self.possible_agents), 0, 0, self._options["auto_play"])
        table.from_bytes(raw)
        self._table = table
        self._seeds.base, self._seeds.episode = head["base"], head["episode"]
        self._phi[:] = head["phi"]
        self._renew()
        self.agents = list(head["agents"])
        self.rewards, self._cumulative_rewards, self.terminations = (
            {agent: values[k] for agent, values in head["agents"].items()} for k in range(3)
        )
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self.infos[agent] for agent in self.agents}
        self.agent_selection = head["selected"]
        self._last = head["last"]

    def __reduce__(self) -> Any:
        return _restore, (type(self), self._options, None if self._table is None else self.save())


def _restore(kind: type, options: dict, data: bytes | None) -> GameAEC:
    env = kind(**options)
    env._in_window = False
    if data is not None:
        env.load(data)
    return env

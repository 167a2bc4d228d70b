"""Provide a PettingZoo environment: one table, whose players act one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from arena.rl.discrete import actions_of, masks, size_of
from arena.rl.tables import RESETS, VectorTables
from bots.sdk.vector.log import flat

if TYPE_CHECKING:
    from numpy.typing import NDArray

Observation = dict[str, Any]


class Table(AECEnv[str, Observation, "int | None"]):  # type: ignore[misc]  # AECEnv has no types
    """One game with the agents `player_0`, `player_1`, ..., and the observations of `LearnerTables`.

    An agent that is not asked observes zeros: others' plays appear in its next own decision.
    """

    def __init__(self, variant: str, **options: Any) -> None:
        super().__init__()
        self.metadata: Final = {"name": f"arena_{variant}", "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.tables: Final = VectorTables(variant, 1, options=options)
        self.size: Final = size_of(self.tables.rules)
        self.possible_agents = [f"player_{player}" for player in range(self.tables.rules.seats)]
        columns = flat(self.tables.batch).shape[1]
        space: dict[str, Space[Any]] = {
            "observation": Box(0, 255, (columns,), np.uint8),
            "action_mask": Box(0, 1, (self.size,), np.int8),
        }
        self.observation_spaces = {agent: Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of the agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of the agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game with `VectorTables.reset`; ignore options that it does not know, which are for wrappers."""
        self.tables.reset(seed, {name: value for name, value in (options or {}).items() if name in RESETS})
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def observe(self, agent: str) -> Observation:
        """Return the agent's observation: zeros unless the agent is asked."""
        if agent == self._asked() and not self.terminations.get(agent, True):
            row: NDArray[np.uint8] = flat(self.tables.batch)[0]
            return {"observation": row, "action_mask": masks(self.tables.batch, self.size)[0]}
        return {name: np.zeros(space.shape, space.dtype) for name, space in self.observation_spaces[agent].items()}

    def step(self, action: int | None) -> None:
        """Play the asked agent's action. All agents get their rewards at the end of the game."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.tables.step(actions_of(self.tables.batch, np.array([action])))
        if self.tables.done[0]:
            self.rewards = dict(zip(self.agents, map(float, self.tables.reward[0]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def _asked(self) -> str:
        return self.possible_agents[int(self.tables.player[0])]

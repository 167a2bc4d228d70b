"""Provide a Gymnasium vector environment: one learner at each table, other bots in the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from arena.rl.discrete import actions_of, masks, size_of
from arena.rl.house import HouseSeats
from arena.rl.stepping import WAIT
from arena.rl.tables import VectorTables
from bots.sdk.vector.bot import VectorBot
from bots.sdk.vector.log import flat

if TYPE_CHECKING:
    from numpy.typing import NDArray

Observation = dict[str, Any]


class LearnerTables(VectorEnv[Observation, "NDArray[np.integer]", "NDArray[Any]"]):
    """*n* tables whose player 0 is the learner, together with its partner if there is one.

    The rotation decides the learner's seat. An observation has two arrays. `columns`, (n, k) uint8: the bytes of each
    row's columns, without those of transport. `action_mask`, (n, a) int8: 1 for each legal action.
    `arena/rl/discrete.py` numbers the actions. The reward is the learner's points minus the mean of its table.
    """

    metadata: Final = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # type: ignore[misc]

    def __init__(self, variant: str, n: int, *, others: VectorBot | str | None = None, **options: Any) -> None:
        """Create *n* tables; *options*: of the variant. Raises `UnknownBotError`.

        *others* play the other seats: a bot, a house bot's name, or None for random actions.
        """
        self.tables: Final = VectorTables(variant, n, options=options)
        self.others: Final = HouseSeats(self.tables, others) if isinstance(others, str) else others
        self.num_envs = n
        self.size: Final = size_of(self.tables.rules)
        columns = flat(self.tables.batch).shape[1]
        spaces: dict[str, Space[Any]] = {
            "columns": Box(0, 255, (columns,), np.uint8),
            "action_mask": Box(0, 1, (self.size,), np.int8),
        }
        self.single_observation_space, self.single_action_space = Dict(spaces), Discrete(self.size)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self.reward: Final = np.zeros(n, np.float64)
        self.done: Final = np.zeros(n, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games with `VectorTables.reset`; *seed*: one integer. Raises ValueError for a list."""
        if isinstance(seed, list):
            raise ValueError("seed is a list: give one integer, from which every table's deals follow")
        super().reset(seed=seed)
        self.tables.reset(seed, options)
        self._until_asked()
        return self._observed(), {}

    def step(
        self, actions: NDArray[np.integer]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play the learner's action at each table, then the other seats' actions until the learner is asked."""
        self.reward[:], self.done[:] = 0, False
        self._play(actions_of(self.tables.batch, actions))
        self._until_asked()
        return self._observed(), self.reward.copy(), self.done.copy(), np.zeros_like(self.done), self._final_info()

    def _final_info(self) -> dict[str, Any]:
        """Return the last observation of each ended game: zeros, because no decision is open."""
        if not self.done.any():
            return {}
        last = np.full(self.num_envs, None, object)
        last[self.done] = {name: np.zeros_like(seen[0]) for name, seen in self._observed().items()}
        return {"final_obs": last, "_final_obs": self.done.copy()}

    def _until_asked(self) -> None:
        """Play the other seats' actions until the learner is asked at every table."""
        while (waiting := self.tables.player % self.tables.sides != 0).any():
            self._play(np.where(waiting, self._answers(waiting), WAIT))

    def _answers(self, waiting: NDArray[np.bool_]) -> NDArray[np.integer]:
        if self.others is None:
            return self.tables.draw()
        if isinstance(self.others, HouseSeats):
            return self.others.answers(np.flatnonzero(waiting))
        return np.asarray(self.others.decide(self.tables.batch))

    def _play(self, actions: NDArray[np.integer]) -> None:
        self.tables.step(actions)
        ended = np.flatnonzero(self.tables.done)
        if len(ended):
            self.reward[ended] += self.tables.reward[ended, 0]
            self.done[ended] = True

    def _observed(self) -> Observation:
        batch = self.tables.batch
        return {"columns": flat(batch), "action_mask": masks(batch, self.size)}

"""Step many tables at once, with decisions as numpy arrays, for training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from arena.rl.stepping import ACTION_BYTES, Stepper
from arena.rules import Game, Rules, configure, sides_of
from bots.sdk.vector.batch import Batch

if TYPE_CHECKING:
    from librt.strings import BytesWriter
    from numpy.typing import ArrayLike, NDArray

ONE_HAND: Final = {"format": {"kind": "hands", "count": 1}}
RESETS: Final = ("deal", "rotation")


class ResetError(ValueError):
    """Raised if `reset` gets an unknown or malformed option."""


class VectorTables:
    """*n* tables of a variant, stepped together in compiled code.

    The next step overwrites all arrays: copy the arrays that you keep.

    Attributes:
        batch: The open decisions, one row for each table, as a `VectorBot` gets them (docs/reference/columns.md).
        player: (n,) int8, the player that is asked at each table, as a place in the line-up. The rotation decides the
            players' seats. The partner of player p is p + 2.
        reward: (n, seats) float32, by player: the points less the table's mean if a game has just ended, otherwise 0.
        done: (n,) bool, whether a game has just ended. The row then already shows the next game (SAME_STEP).
    """

    def __init__(self, variant: str, n: int, *, options: Mapping[str, Any] | None = None) -> None:
        """Deal with seed 0 at *n* tables; a game has one hand unless *options* set another `format`."""
        self.rules: Final[Rules] = configure(variant, None, {**ONE_HAND, **(options or {})})
        self.sides: Final = sides_of(self.rules)
        self.n: Final = n
        self.player: Final[NDArray[np.int8]] = np.zeros(n, np.int8)
        self.done: Final[NDArray[np.bool_]] = np.zeros(n, np.bool_)
        self.reward: Final[NDArray[np.float32]] = np.zeros((n, self.rules.seats), np.float32)
        self._seed = 0
        self._stepper: Final = Stepper(self.rules, n)
        self._stepper.begin(0, range(n), [0] * n)
        self._data: Final = bytearray(self._stepper.columns.take())
        self.batch = Batch(self._data)
        self._take_players()

    @property
    def seat(self) -> NDArray[np.int8]:
        """The seat that is asked at each table, shape (n,)."""
        return self.batch.column("seat")

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Whether each listed action is legal, shape (n, 64), as in `Batch.legal`."""
        return self.batch.legal

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> Batch:
        """Deal a new game at every table and return the open decisions.

        *seed*: from which all deals derive; None keeps the last one. *options*: `deal` and `rotation`. `deal` is a list
        with a deal number for each table, or an integer d for deal d + i at table i. `rotation` is an integer for all
        tables, or a list. The next game of a table is n deals further. Raises `ResetError`.
        """
        given = options or {}
        if unknown := given.keys() - set(RESETS):
            raise ResetError(f"{sorted(unknown)[0]!r} is not an option of reset; give {' or '.join(RESETS)}")
        self._seed = self._seed if seed is None else seed
        deals = self._read_each("deal", given.get("deal", 0), range(self.n))
        self._stepper.begin(self._seed, deals, self._read_each("rotation", given.get("rotation", 0), [0] * self.n))
        return self._take()

    def step(self, actions: ArrayLike) -> Batch:
        """Apply one action for each table and return the next open decisions.

        Actions are those of the columns (docs/reference/columns.md); -1 leaves a table unchanged. Raises
        `IllegalActionError` before any table has changed, and ValueError for a wrong number of actions.
        """
        data = np.ascontiguousarray(actions, "<i8").tobytes()
        if len(data) != ACTION_BYTES * self.n:
            raise ValueError(f"{len(data) // ACTION_BYTES} actions: give one for each of the {self.n} tables")
        self._stepper.step(data)
        return self._take()

    def game(self, row: int) -> Game:
        """Return the game at table *row* with all hidden cards: for bots in other seats, not for a learner."""
        return self._stepper.games[row]

    def draw(self) -> NDArray[np.int64]:
        """Return a random legal action for each table, shape (n,)."""
        return np.frombuffer(self._stepper.draw(), "<i8")

    def _read_each(self, name: str, given: Any, steps: Sequence[int]) -> list[int]:
        try:
            found = np.asarray(given, np.int64) + (steps if np.ndim(given) == 0 else 0)
        except (TypeError, ValueError, OverflowError):
            found = np.empty(0, np.int64)
        if found.shape != (self.n,) or found.min(initial=0) < 0:
            raise ResetError(f"{name} {given!r}: give an integer from 0 on, or one for each of the {self.n} tables")
        return [int(number) for number in found]

    def _take(self) -> Batch:
        self._data[:] = self._stepper.columns.take()
        self.batch = Batch(self._data)
        self._take_players()
        return self.batch

    def _take_players(self) -> None:
        """Copy the asked players, ends of games and rewards from the stepper."""
        self.player[:] = _drain(self._stepper.players, "i1")
        ended = bool(self.done.any())
        self.done[:] = _drain(self._stepper.done, "?")
        if ended:
            self.reward[:] = 0
        finals = _drain(self._stepper.finals, "<i4").reshape(-1, self.rules.seats)
        if len(finals):
            self.reward[self.done] = finals - finals.mean(axis=1, keepdims=True)


def _drain(writer: BytesWriter, dtype: str) -> NDArray[Any]:
    found = np.frombuffer(writer.getvalue(), dtype)
    writer.truncate(0)
    return found

"""Play hands at all tables at once, and collect samples to learn from."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from arena.rl.house import HouseSeats
from arena.rl.tables import VectorTables
from arena.rules import Kind
from bots.examples.neural.features import features
from bots.sdk.vector import CARDS
from bots.sdk.vector.batch import Batch

if TYPE_CHECKING:
    from numpy.typing import NDArray

Act = Callable[[Batch, "NDArray[np.float32]"], "NDArray[np.int64]"]
# Nobody bids blind, so that every hand has as many decisions.
OPTIONS: Final = {"blind_nil_allowed": False, "blind_six_limit": 0}


class Hands(NamedTuple):
    """A hand at each of *n* tables: *t* decisions in order, one per table."""

    seen: NDArray[np.float32]  # (t, n, features)
    legal: NDArray[np.bool_]  # (t, n, 64)
    playing: NDArray[np.bool_]  # (t, n): a card was asked, not a bid
    action: NDArray[np.int64]  # (t, n)
    player: NDArray[np.int8]  # (t, n)
    own: NDArray[np.bool_]  # (t, n): the learner's decision
    hidden: NDArray[np.int8]  # (t, n, (seats - 1) * 55): the others' cards, for the critic alone
    reward: NDArray[np.float32]  # (n, seats), by player


class PracticeRoom:
    """Tables where the learner plays itself, and tables where it is player 0 among house bots."""

    def __init__(self, variant: str, n: int, house: str, share: float, seed: int) -> None:
        """Lay out *n* tables; house bots sit at *share* of them. Deals follow from *seed*."""
        self.tables: Final = VectorTables(variant, n, options=OPTIONS)
        self.tables.reset(seed)
        self.seats: Final = self.tables.rules.seats
        self.decisions: Final = self.seats + self.seats * int(self.tables.batch.hand[0].sum())
        self.boards: Final = -(-n // self.seats)
        self.against: Final = np.arange(n) < round(n * share / self.seats) * self.seats
        self.house: Final = HouseSeats(self.tables, house)

    def play(self, deal: int, act: Act | None) -> Hands:
        """Play `boards` deals from *deal* on; without *act* the house bot plays all seats, as a teacher.

        A deal is played in every rotation, at neighbouring tables, so that cards do not favour a player.
        """
        n, seats, rows = self.tables.n, self.seats, np.arange(self.tables.n)
        batch = self.tables.reset(options={"deal": deal + rows // seats, "rotation": rows % seats})
        dealt = np.zeros((n, seats, CARDS), np.int8)
        decisions: list[tuple[Any, ...]] = []
        for _ in range(self.decisions):
            seen, seat, player = features(batch), batch.seat.copy(), self.tables.player.copy()
            if batch.kind[0] == Kind.BID:
                dealt[rows, seat] = batch.hand
            own = ~self.against | (player == 0) if act else np.ones(n, np.bool_)
            action = self.house.answers(np.flatnonzero(~own) if act else rows)
            if act:
                action = np.where(own, act(batch, seen), action)
            played = batch.played[:, 1:].copy()
            decisions.append((seen, batch.legal.copy(), batch.kind == Kind.PLAY, action, player, own, seat, played))
            batch = self.tables.step(action)
        columns: list[NDArray[Any]] = [np.stack(column) for column in zip(*decisions, strict=True)]
        *columns, seats_asked, played_by_others = columns
        others = (seats_asked[:, :, None] + np.arange(1, seats)) % seats
        hidden = (dealt[rows[:, None], others] - played_by_others).reshape(self.decisions, n, -1)
        return Hands._make([*columns, hidden, self.tables.reward.copy()])

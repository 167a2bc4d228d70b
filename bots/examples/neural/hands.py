"""Play hands at many tables at once, and collect their decisions as samples for learning."""

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
# Blind bids are not allowed, so that every hand has the same number of decisions.
OPTIONS: Final = {"blind_nil_allowed": False, "blind_six_limit": 0}


class Hands(NamedTuple):
    """One hand at each of *n* tables: *t* decisions in the order of play, each made at all tables."""

    seen: NDArray[np.float32]  # (t, n, inputs): the network's inputs
    legal: NDArray[np.bool_]  # (t, n, 64): the legal actions
    playing: NDArray[np.bool_]  # (t, n): whether a card was asked, not a bid
    action: NDArray[np.int64]  # (t, n): the chosen action
    player: NDArray[np.int8]  # (t, n): the player who decided
    own: NDArray[np.bool_]  # (t, n): whether the learner decided
    hidden: NDArray[np.int8]  # (t, n, (seats - 1) * 55): the others' cards, which only the critic sees
    reward: NDArray[np.float32]  # (n, seats): the reward of each player


class PracticeRoom:
    """Tables where the learner plays all seats, and tables where it is player 0 among house bots."""

    def __init__(self, variant: str, n: int, house: str, share: float, seed: int) -> None:
        """Create *n* tables. House bots named *house* play at *share* (0 to 1) of them. Deals follow from *seed*."""
        self.tables: Final = VectorTables(variant, n, options=OPTIONS)
        self.tables.reset(seed)
        self.seats: Final = self.tables.rules.seats
        self.decisions: Final = self.seats + self.seats * int(self.tables.batch.hand[0].sum())
        self.boards: Final = -(-n // self.seats)
        self.against: Final = np.arange(n) < round(n * share / self.seats) * self.seats
        self.house: Final = HouseSeats(self.tables, house)

    def play(self, deal: int, act: Act | None) -> Hands:
        """Play a hand at every table, and return the decisions of all hands.

        *deal*: number of the first deal. *act*: chooses the learner's actions; None: the house bot plays all seats, as
        a teacher. Each deal is played in every rotation, at neighbouring tables, so that good cards favour no player.
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

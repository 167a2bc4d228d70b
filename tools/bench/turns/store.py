"""A stand-in for Postgres: one block of long games, owed once."""

import asyncio
import random
import time
from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, cast

from psycopg_pool import AsyncConnectionPool

from arena.rules import configure, options_of
from arena.store import Store
from arena.store.database import Connection
from arena.store.play.rows import Claim, ClaimedBoard, ClaimedGame, JournalRow
from arena.store.ratings.findings import Deal
from arena.store.ratings.official import FitTallies
from arena.store.store import Play, Ratings, Tournaments

VARIANT: Final = "spades-4"
SEATS: Final = 4
VERSION: Final = 7  # one of `FewTokens`
HANDS: Final = 1000  # per game: as long as rules allow, so that no table ends or begins during the measurement
# So a hand has the decisions of OpenSpiel's: 4 bids and 52 plays.
NOBODY_GOES_BLIND: Final = {"blind_nil_allowed": False, "blind_six_limit": 0}


class NoPlay(Play):
    """Answers a worker without a database; methods that are not overridden are never called."""

    def __init__(self) -> None:
        """Open no database."""

    async def see_worker(self, name: str) -> None:
        """Ignore the worker: nothing lists workers."""

    async def drop_worker(self, name: str) -> None:
        """Ignore the worker: nothing lists workers."""


class _NoGates(Tournaments):
    async def judge_gates(self) -> None:
        """Judge nothing, without gates."""


class _NoRatings(Ratings):
    async def deals_for_luck(self, most: int, patience: float) -> list[Deal]:
        """Return no board."""
        return []

    async def fit_tables(self, fit: FitTallies | None = None) -> int:
        return 0


class NoStore(Store):
    """A store without a database, for a worker that plays the blocks of *play*."""

    def __init__(self, play: NoPlay) -> None:
        super().__init__(cast("AsyncConnectionPool[Connection]", None))
        self.play = play
        self.tournaments = _NoGates(self)
        self.ratings = _NoRatings(self)

    async def close(self) -> None:
        """Close nothing."""

    async def tend(self) -> dict[str, int]:
        """Do nothing."""
        return {}


class Journalled(NamedTuple):
    """A written journal: its time, actions since the first one, and the CPU time of each process."""

    at: float
    actions: int
    cpu: list[float]


class OneLongBlock(NoPlay):
    """One block of *tables* one-game boards, claimed again after its release; *cpu*: seconds used by each process.

    Attributes:
        journalled: the journals since the first with actions of every table.
    """

    def __init__(self, gateway: str, tables: int, seconds: float, cpu: Callable[[], list[float]]) -> None:
        """*cpu*: seconds that each process has used."""
        super().__init__()
        self.journalled: list[Journalled] = []
        self.enough = asyncio.Event()
        self._gateway = gateway
        self._tables = tables
        self._seconds = seconds
        self._cpu = cpu
        self._owed: list[Callable[[], Claim]] = [lambda: claim_of(tables)]

    async def claim(self, worker: str, lease: float, families: Sequence[str] | None = None) -> Claim | None:
        return self._owed.pop()() if self._owed else None

    async def gateways_of(self, version_ids: Collection[int]) -> dict[int, dict[str, int]]:
        return {version: {self._gateway: 1} for version in version_ids}

    async def renew(
        self, worker: str, leases: Sequence[tuple[int, int]], journal: Sequence[JournalRow], lease: float
    ) -> set[int]:
        actions = sum(len(row.actions) for row in journal)  # a byte each in spades
        if self.journalled or sum(bool(row.actions) for row in journal) >= self._tables:
            written = self.journalled[-1].actions + actions if self.journalled else 0
            self.journalled.append(Journalled(time.perf_counter(), written, self._cpu()))
            if self.journalled[-1].at - self.journalled[0].at > self._seconds:
                self.enough.set()
        return set()

    async def release(self, block_id: int, lease_number: int, wait: float = 0) -> None:
        self._owed.append(lambda: claim_of(self._tables))

    @property
    def decisions_per_second(self) -> float:
        """Decisions per second from the first journal to the last, when all tables are open."""
        first, last = self.journalled[0], self.journalled[-1]
        return last.actions / (last.at - first.at)

    @property
    def cpu_us(self) -> list[float]:
        """CPU time per decision, process by process."""
        first, last = self.journalled[0], self.journalled[-1]
        return [1e6 * (after - before) / last.actions for before, after in zip(first.cpu, last.cpu, strict=True)]


def claim_of(tables: int) -> Claim:
    """Return a block of so many one-game boards, all open at once, with the same deals each time."""
    rng = random.Random(tables)
    rules = configure(
        VARIANT, options={"format": {"kind": "hands", "count": HANDS}, "max_hands": HANDS, **NOBODY_GOES_BLIND}
    )
    boards = [
        ClaimedBoard(number, number, 1, rng.randbytes(32), [game_of(number, rng)]) for number in range(1, tables + 1)
    ]
    return Claim(1, 1, VARIANT, dict(options_of(rules)), rules.revision, 5_000_000, 60_000_000, False, tables, boards)


def game_of(number: int, rng: random.Random) -> ClaimedGame:
    """Return rotation 0 of board *number*, with the same bot in every seat."""
    return ClaimedGame(number, 0, [VERSION] * SEATS, [rng.getrandbits(62) + 1 for _ in range(SEATS)], None)

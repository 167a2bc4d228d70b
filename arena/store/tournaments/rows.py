"""Rows of tournaments, frozen. Ids are ints; times are in microseconds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True)
class Entrant:
    """A bot version that takes part. *late*: it came after the start; *withdrawn*: it has left."""

    version_id: int
    bot: str  # "name@version"
    owner: str
    late: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in a list. *games*: boards x rotations, or in the pool `open` x tables.

    *kind*: round-robin, gauntlet, swiss, ladder, gate, benchmark. *state*: created, drawing, running, paused, finished,
    cancelled. *deals*: as of `RootRow`.
    """

    id: int
    name: str
    kind: str
    state: str
    pool: str
    variants: list[str]
    entrants: list[Entrant]  # in the order of entry
    boards: int
    closed: int
    games: int
    created: datetime
    cancelled: int = 0  # boards that will not be played, since one of their bots withdrew
    forfeited: int = 0  # boards that will not be played, since one of their bots did not come
    priority: int = 0
    root: bytes | None = None  # over its secrets; None: a benchmark
    test_seed: str = ""  # whoever knows it knows all deals
    next_season: str = ""  # of a ladder whose season is over: the tournament that goes on from it
    deals: str = "operator"
    formats: Sequence[str] = ()  # what a game is in each of its variants: "hands 4", "game", "series 3"

    @property
    def bots(self) -> list[str]:
        """ "name@version" of its bots."""
        return [entrant.bot for entrant in self.entrants]


@dataclass(frozen=True)
class Progress:
    """How far a tournament is, in boards.

    *offline*: bots of open boards that no live instance has seats for. *short*: of those that are
    connected and offer seats, but too few, how many they need at a table.
    """

    state: str
    boards: int
    closed: int
    playing: int
    failed: int  # boards of blocks that failed at the limit of attempts
    offline: list[str]
    short: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class FailedBlock:
    """A block that failed too often.

    Its open *boards* by number, its bots, and why it failed the last time.
    """

    block_id: int
    variant: str
    boards: list[int]
    bots: list[str]  # "name@version"
    attempts: int
    traceback: str


@dataclass(frozen=True)
class VoidRow:
    """A promise that board *number* was voided under.

    Why, and when; *seed* as in `CommitmentRow`.
    """

    number: int
    commitment: bytes
    seed: bytes | None
    reason: str
    voided: datetime


@dataclass(frozen=True)
class CommitmentRow:
    """A board's promise: *commitment* = SHA-256(seed).

    *seed* only when the board is closed. *state*: open, closed, cancelled or forfeited. *voids*:
    what was promised before, from the first on. *epoch*: whose root it lies under.
    """

    number: int
    variant: str
    commitment: bytes
    seed: bytes | None
    voided: int
    epoch: int
    state: str
    voids: Sequence[VoidRow] = ()

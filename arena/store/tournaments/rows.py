"""Frozen rows of tournaments, and how to read them. Ids are ints; times are in microseconds."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from arena.store.database import QUERIES, Connection, run
from arena.store.names import NEWEST, unknown_tournament


@dataclass(frozen=True)
class EntrantRow:
    """A participating bot version. *late*: whether it entered after the start."""

    version_id: int
    bot: str  # "name@version"
    owner: str
    late: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class TournamentRow:
    """A tournament in a list. *games*: boards x rotations, or in the pool `open` x tables.

    *kind*: round-robin, gauntlet, swiss, ladder, gate, benchmark. *state*: created, drawing,
    running, paused, finished, cancelled. *deals*: as of `RootRow`.
    """

    id: int
    name: str
    kind: str
    state: str
    pool: str
    variants: list[str]
    entrants: list[EntrantRow]  # in the order of entry
    boards: int
    closed: int
    games: int
    created: datetime
    cancelled: int = 0  # boards that will not be played, since one of their bots withdrew
    forfeited: int = 0  # boards that will not be played, since one of their bots was absent
    priority: int = 0
    root: bytes | None = None  # over its secrets; None: a benchmark
    test_seed: str = ""  # reveals all deals
    next_season: str = ""  # of a ladder whose season is over: its successor
    deals: str = "operator"
    formats: Sequence[str] = ()  # format of each variant: "hands 4", "game", "series 3"

    @property
    def bots(self) -> list[str]:
        """Return "name@version" of its bots."""
        return [entrant.bot for entrant in self.entrants]


@dataclass(frozen=True)
class Progress:
    """The progress of a tournament, in boards.

    *offline*: bots of open boards that have no seats. *short*: bots that offer too few seats, with the
    number they need at a table.
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
    """A block that failed too often: its open *boards* by number, its bots, its last traceback."""

    block_id: int
    variant: str
    boards: list[int]
    bots: list[str]  # "name@version"
    attempts: int
    traceback: str


@dataclass(frozen=True)
class VoidRow:
    """The voided commitment of board *number*. *seed*: as in `CommitmentRow`."""

    number: int
    commitment: bytes
    seed: bytes | None
    reason: str
    voided: datetime


@dataclass(frozen=True)
class CommitmentRow:
    """A board's commitment: *commitment* = SHA-256(seed).

    *seed* only if the board is closed. *state*: open, closed, cancelled or forfeited. *voids*:
    earlier commitments, from the first on. *epoch*: the one whose root covers it.
    """

    number: int
    variant: str
    commitment: bytes
    seed: bytes | None
    voided: int
    epoch: int
    state: str
    voids: Sequence[VoidRow] = ()


async def find_tournament(connection: Connection, name: str) -> TournamentRow:
    """Return the tournament *name*. Raises `UnknownTournamentError`."""
    rows = await list_tournaments(connection, name)
    if not rows:
        raise unknown_tournament(name)
    return rows[0]


async def list_tournaments(
    connection: Connection, name: str | None, before: int = NEWEST, limit: int | None = None
) -> list[TournamentRow]:
    """Return tournaments, the newest first, or the one called *name*.

    At most *limit* (None: all) with ids below *before*.
    """
    cursor = connection.cursor(row_factory=lambda _: _tournament)
    await cursor.execute(QUERIES["tournaments"], {"name": name, "before": before, "limit": limit})
    return await cursor.fetchall()


async def change_state(connection: Connection, name: str, before: Sequence[str], state: str) -> None:
    """Change the state of a tournament if it is one of the states *before*."""
    await run(connection, "change_state", name=name, before=list(before), state=state)


def _tournament(values: Any) -> TournamentRow:
    id_, name, kind, state, pool, created, variants, entrants, boards, closed, games, *unplayed = values
    bots = [EntrantRow(*entrant) for entrant in entrants]
    return TournamentRow(id_, name, kind, state, pool, variants, bots, boards, closed, games, created, *unplayed)

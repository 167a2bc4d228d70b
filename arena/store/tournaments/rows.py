"""Define the rows of tournaments, and read tournaments. Ids are ints."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from arena.store.database import QUERIES, Connection, run
from arena.store.names import NEWEST, unknown_tournament


@dataclass(frozen=True)
class EntrantRow:
    """A bot version that takes part in a tournament. *late*: whether it entered after the start."""

    version_id: int
    bot: str  # "name@version"
    owner: str
    late: bool = False
    withdrawn: bool = False


@dataclass(frozen=True)
class TournamentRow:
    """A tournament. *games*: boards x rotations; in the pool `open`, boards x tables.

    *kind*: round-robin, gauntlet, swiss, ladder, gate. *state*: created, drawing, running, paused, finished, cancelled.
    *root*: of its secrets. *deals*: as in `RootRow`.
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
    cancelled: int = 0  # boards that will not be played because one of their bots withdrew
    forfeited: int = 0  # boards that will not be played because one of their bots was absent
    priority: int = 0
    root: bytes = b""
    test_seed: str = ""  # if not "", everybody can compute all deals
    next_season: str = ""  # for a ladder whose season is over: the name of its successor
    deals: str = "operator"
    formats: Sequence[str] = ()  # format of each variant: "hands 4", "game", "series 3"
    played: datetime | None = None  # when the play of the newest finished boards began
    move_time: timedelta = timedelta()
    bank: timedelta = timedelta()
    forfeit_after: timedelta | None = None  # None: never
    options: Sequence[dict[str, Any]] = ()  # all options of each variant; () in a list
    started: datetime | None = None  # claim of the first block; None in a list
    ended: datetime | None = None  # end of the last block, once the tournament is over; None in a list

    @property
    def bots(self) -> list[str]:
        """Return the "name@version" of each entrant, in the order of entry."""
        return [entrant.bot for entrant in self.entrants]


@dataclass(frozen=True)
class Progress:
    """A tournament's progress in boards. *offline*: needed bots without enough seats.

    *short*: connected bots among these, with the seats that each needs at a table.
    """

    state: str
    boards: int
    closed: int
    playing: int
    failed: int  # boards of blocks that failed at the limit of attempts
    offline: list[str]
    short: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class VoidRow:
    """A void of board *number*: the voided commitment, with the reason. *seed*: as in `CommitmentRow`."""

    number: int
    commitment: bytes
    seed: bytes | None
    reason: str
    voided: datetime


@dataclass(frozen=True)
class CommitmentRow:
    """A board's commitment, which is the SHA-256 of its seed.

    *seed*: None until the board is closed. *voided*: the number of voids. *epoch*: the epoch whose root covers the
    board. *state*: open, closed, cancelled or forfeited. *voids*: earlier commitments, the first one first.
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
    """Return tournaments, the newest first, or only the one called *name*.

    Returns at most *limit* (None: all) with ids below *before*.
    """
    cursor = connection.cursor(row_factory=lambda _: _tournament)
    await cursor.execute(QUERIES["tournaments"], {"name": name, "before": before, "limit": limit})
    return await cursor.fetchall()


async def change_state(connection: Connection, name: str, before: Sequence[str], state: str) -> None:
    """Set the state of a tournament to *state* if its present state is in *before*."""
    await run(connection, "change_state", name=name, before=list(before), state=state)


def _tournament(values: Any) -> TournamentRow:
    id_, name, kind, state, pool, created, variants, entrants, boards, closed, games, *unplayed = values
    bots = [EntrantRow(*entrant) for entrant in entrants]
    return TournamentRow(id_, name, kind, state, pool, variants, bots, boards, closed, games, created, *unplayed)

"""The list of tournaments."""

from dataclasses import dataclass
from datetime import UTC, datetime

from arena.api.inside import Desk
from arena.api.labels import format_words
from arena.wire.gen.tournaments_pb2 import (
    ListTournamentsRequest,
    Tournament,
    WatchTournamentRequest,
    WatchTournamentResponse,
)

MOST = 200


@dataclass(frozen=True)
class Listed:
    """A tournament in the list; *closed* of *boards* are played, *done* is their share."""

    name: str
    kind: str
    state: str
    pool: str
    variants: list[str]
    formats: list[str]
    bots: int
    boards: int
    closed: int
    done: float
    created: datetime


@dataclass(frozen=True)
class Tournaments:
    """A page of the list, newest first; *following* asks for the next one, "" on the last."""

    tournaments: list[Listed]
    following: str


async def tournaments(desk: Desk, after: str = "") -> Tournaments:
    """List tournaments, newest first."""
    answer = await desk.ask(ListTournamentsRequest(page_size=MOST, page_token=after))
    return Tournaments([listed(each) for each in answer.tournaments], answer.next_page_token)


async def recent(desk: Desk, bot: str) -> list[Tournament]:
    """Return those of the newest tournaments that a bot is in."""
    answer = await desk.ask(ListTournamentsRequest(page_size=1000))
    return [each for each in answer.tournaments if bot in each.bots]


async def progress(desk: Desk, name: str) -> WatchTournamentResponse:
    """Return how far a tournament or gate is: while that is the same, so are its standings."""
    look: WatchTournamentResponse = await desk.look(WatchTournamentRequest(name=name))
    return look


def listed(found: Tournament) -> Listed:
    """Return a tournament's line."""
    return Listed(
        found.name,
        found.kind,
        found.state,
        "test" if found.test_seed else found.pool,
        list(found.variants),
        [format_words(each) for each in found.formats],
        len(found.bots),
        found.boards,
        found.closed,
        found.closed / found.boards if found.boards else 0.0,
        found.created.ToDatetime(tzinfo=UTC),
    )

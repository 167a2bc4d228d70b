"""Tournaments and gates: lists, who leads, how long they go on, how a gate stands."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from math import log
from time import monotonic
from typing import Final

from arena.api.local_client import LocalClient
from arena.league.ratings.places import is_surely_above
from arena.web.drawings import Walls, walls
from arena.web.pages.ladders import ends_of
from arena.web.serving.addresses import PageMoved
from arena.web.serving.rows import Row, row_of
from arena.web.serving.templates import segment
from arena.wire.gen.gates_pb2 import Gate, GateEstimate, GetGateRequest
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Standing, Total
from arena.wire.gen.tournaments_pb2 import (
    ListTournamentsRequest,
    ListTournamentsResponse,
    Tournament,
    WatchTournamentRequest,
    WatchTournamentResponse,
)

LOOKED_BACK: Final = 300.0  # seconds
LEAST_SECONDS: Final = 20.0
LEAST_BOARDS: Final = 5
MOST: Final = 100  # tournaments

Look = tuple[float, int]  # when, and how many boards were closed


class Pace:
    """Remembers what was closed when, by tournament; of the last five minutes."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._looks: dict[Hashable, deque[Look]] = {}

    def minutes_left(self, tournament: Hashable, closed: int, boards: int) -> float | None:
        """Note a look; return how many minutes are left, None where it was looked at too shortly."""
        looks = self._looks.pop(tournament, deque[Look]())
        self._looks[tournament] = looks  # the last one looked at is the last to be forgotten
        while len(self._looks) > MOST:
            del self._looks[next(iter(self._looks))]
        looks.append((self._now(), closed))
        while looks[-1][0] - looks[0][0] > LOOKED_BACK:
            looks.popleft()
        seconds, more = looks[-1][0] - looks[0][0], closed - looks[0][1]
        if seconds < LEAST_SECONDS or more < LEAST_BOARDS:
            return None
        return (boards - closed) * seconds / more / 60


@dataclass(frozen=True)
class Lead:
    """A leader, who is next, and by how much it leads, in points of 100 of mean board score.

    *half_width*: of the 95% interval of *by*; None below 10 boards. It is the sum of what the two
    scores leave open towards each other, since what one wins the other may have lost. *is_settled*:
    the lead is greater, so that their intervals are apart.
    """

    bot: str
    other: str
    by: float
    half_width: float | None
    is_settled: bool


def lead_of(answer: GetStandingsResponse) -> Lead | None:
    """Return who leads; None where fewer than two bots have a board."""
    lines = answer.whole.standings if answer.HasField("whole") else answer.variants[0].standings
    played = [line for line in lines if line.boards]
    if len(played) < 2:
        return None
    first, second = played[:2]
    by = 100 * (first.score - second.score)
    settled = is_surely_above(ends_of(first), ends_of(second))
    return Lead(first.bot, second.bot, by, _open(first, second), settled)


def _open(first: Standing | Total, second: Standing | Total) -> float | None:
    if not (first.HasField("low") and second.HasField("high")):
        return None
    return 100 * (first.score - first.low + second.high - second.score)


MAX_LISTED = 200


@dataclass(frozen=True)
class Tournaments:
    """A page of the list, newest first."""

    answer: ListTournamentsResponse


async def tournaments(client: LocalClient, after: str = "") -> Tournaments:
    """List tournaments, newest first."""
    return Tournaments(await client.ask(ListTournamentsRequest(page_size=MAX_LISTED, page_token=after)))


def rows(shown: Tournaments) -> Iterator[Row]:
    """Yield a line a tournament."""
    return (row_of(each) for each in shown.answer.tournaments)


async def recent(client: LocalClient, bot: str) -> list[Tournament]:
    """Return those of the newest tournaments that a bot is in."""
    answer = await client.ask(ListTournamentsRequest(page_size=1000))
    return [each for each in answer.tournaments if bot in each.bots]


async def progress(client: LocalClient, name: str) -> WatchTournamentResponse:
    """Return how far a tournament or gate is: while that is the same, so are its standings."""
    look: WatchTournamentResponse = await client.look(WatchTournamentRequest(name=name))
    return look


@dataclass(frozen=True)
class GatePage:
    """A gate as it stands; *verdict* says it in a sentence. *estimates*: of all together, then by variant."""

    gate: Gate
    verdict: str
    drawn: Walls
    estimates: list[GateEstimate]


VERDICTS = {
    "stronger": "is stronger",
    "not stronger": "is not stronger",
    "undecided": "was not told apart",
    "": "is being tested",
}


async def gate(client: LocalClient, name: str) -> GatePage:
    """Show how the test of a new version stands; a tournament has its own page."""
    look = await progress(client, name)
    if look.tournament.kind != "gate":
        raise PageMoved(f"/tournaments/{segment(name)}")
    found: Gate = (await client.ask(GetGateRequest(name=name))).gate
    whole = [found.estimate] if found.HasField("estimate") and len(found.variants) != 1 else []
    return GatePage(found, VERDICTS[found.decision], _drawn(found), [*whole, *found.variants])


def _drawn(found: Gate) -> Walls:
    """Return the path: how far each side's bets have come on the way to their wall."""
    up, down = -log(found.alpha), -log(found.beta)
    path = [(each.judged, each.log_wealth_stronger / up, each.log_wealth_not_stronger / down) for each in found.path]
    last = (found.deals, found.log_wealth_stronger / up, found.log_wealth_not_stronger / down)
    return walls(path if path and path[-1][0] >= found.deals else [*path, last])

"""The first page: what is going on, and who leads where."""

from dataclasses import dataclass
from typing import Final

from arena.api.inside import Desk
from arena.rules import VARIANTS
from arena.web.pages.ladders import Line, table_of
from arena.web.pages.tournaments.tournaments import Lead, Listed, Pace, lead_of, listed
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest

TOP = 3
RECENT = 6
MOST_RUNNING = 8


@dataclass(frozen=True)
class Running:
    """A tournament that is played now, who leads it, and about how many minutes it will go on.

    *lead* is None before anybody does, *minutes_left* before it was looked at for a while.
    """

    tournament: Listed
    lead: Lead | None
    minutes_left: float | None


@dataclass(frozen=True)
class Top:
    """The best of a variant's table with most boards; *bots* are in it."""

    variant: str
    bots: int
    lines: list[Line]


@dataclass(frozen=True)
class Home:
    """What is going on."""

    running: list[Running]
    recent: list[Listed]
    tops: list[Top]
    unplayed: list[str]


PACE: Final = Pace()


async def home(desk: Desk) -> Home:
    """Show what is played now, and the tops of the ladders."""
    found = (await desk.ask(ListTournamentsRequest(page_size=200))).tournaments
    going = [each for each in found if each.state in ("running", "drawing", "paused")][:MOST_RUNNING]
    running = []
    for each in going:
        answer = None if each.kind == "gate" else await desk.ask(GetStandingsRequest(name=each.name))
        key = (each.name, each.created.ToNanoseconds())
        left = PACE.minutes_left(key, each.closed, each.boards) if each.state == "running" else None
        running.append(Running(listed(each), answer and lead_of(answer), left))
    names = {each.name for each in going}
    recent = [listed(each) for each in found if each.name not in names][:RECENT]
    tops = await _tops(desk)
    played = {top.variant for top in tops}
    unplayed = [variant for variant in VARIANTS if variant not in played]
    return Home(running, recent, tops, unplayed)


async def _tops(desk: Desk) -> list[Top]:
    """Return the top of each variant's table of most boards, in the order of the rules."""
    best: dict[str, Top] = {}
    size: dict[str, int] = {}
    for found in (await desk.ask(GetStrengthsRequest(brief=True))).tables:
        variant, boards = found.variants[0], sum(each.boards for each in found.strengths)
        if boards > size.get(variant, 0):
            size[variant] = boards
            best[variant] = Top(variant, len(found.strengths), table_of(found).lines[:TOP])
    return [best[variant] for variant in VARIANTS if variant in best]

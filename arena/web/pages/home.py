"""Show the home page: the newest hand, running tournaments and leaders."""

from dataclasses import dataclass
from typing import Final

from arena.api.columns import is_provisional
from arena.api.local_client import LocalClient
from arena.web.pages.records.newest import LastTricks, Newest
from arena.web.pages.tournaments.tournaments import Lead, lead_of, minutes_left
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, Strength
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

MAX_TOPS = 6  # variants with most boards
RECENT = 6  # tournaments that do not run
MAX_RUNNING = 8


@dataclass(frozen=True)
class Running:
    """A running tournament, its leader, and its estimated remaining minutes; each is None if unknown."""

    tournament: Tournament
    lead: Lead | None
    minutes_left: float | None


@dataclass(frozen=True)
class Top:
    """The leader of a variant in its official table with most boards; None while no bot has an interval."""

    variant: str
    leader: Strength | None


@dataclass(frozen=True)
class Home:
    """The content of the home page."""

    hand: LastTricks
    running: list[Running]
    recent: list[Tournament]
    tops: list[Top]


NEWEST: Final = Newest()


async def home(client: LocalClient) -> Home:
    """Show the newest hand, running and recent tournaments, and the leaders of variants."""
    newest = (await client.ask(ListTournamentsRequest(page_size=200))).tournaments
    current = [each for each in newest if each.state in ("running", "drawing", "paused")][:MAX_RUNNING]
    running = []
    for each in current:
        answer = None if each.kind == "gate" else await client.ask(GetStandingsRequest(name=each.name))
        running.append(Running(each, answer and lead_of(answer), minutes_left(each)))
    recent = [each for each in newest if each not in current][:RECENT]
    return Home(await NEWEST.find(client, newest), running, recent, await _tops(client))


async def _tops(client: LocalClient) -> list[Top]:
    best: dict[str, tuple[int, Top]] = {}
    for table in (await client.ask(GetStrengthsRequest(brief=True))).tables:
        variant, boards = table.variants[0], sum(each.boards for each in table.strengths)
        if variant not in best or boards > best[variant][0]:
            leader = next((each for each in table.strengths if not is_provisional(each)), None)
            best[variant] = (boards, Top(variant, leader))
    return [top for boards, top in sorted(best.values(), key=lambda each: -each[0])[:MAX_TOPS] if boards]

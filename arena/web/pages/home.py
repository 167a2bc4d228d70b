"""Show the home page: the newest hand, running tournaments and leaders."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.api.columns import is_provisional
from arena.api.local_client import LocalClient
from arena.rules import VARIANTS
from arena.web.pages.records.newest import LastTricks, Newest
from arena.web.pages.tournaments.tournaments import Lead, lead_of, minutes_left
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, Strength
from arena.wire.gen.standings_pb2 import GetStandingsRequest
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest, Tournament

TOP = 3  # bots of each variant
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
    """The best bots of a variant, in its official table with most boards; *bots*: number of bots in the table.

    *lines*: [] while no bot has an interval, because then nobody leads.
    """

    variant: str
    bots: int
    lines: Sequence[Strength]


@dataclass(frozen=True)
class Home:
    """The content of the home page; *unplayed*: variants without a board."""

    hand: LastTricks
    running: list[Running]
    recent: list[Tournament]
    tops: list[Top]
    unplayed: list[str]


NEWEST: Final = Newest()


async def home(client: LocalClient) -> Home:
    """Show the newest hand, running and recent tournaments, and the top bots of each variant."""
    newest = (await client.ask(ListTournamentsRequest(page_size=200))).tournaments
    current = [each for each in newest if each.state in ("running", "drawing", "paused")][:MAX_RUNNING]
    running = []
    for each in current:
        answer = None if each.kind == "gate" else await client.ask(GetStandingsRequest(name=each.name))
        running.append(Running(each, answer and lead_of(answer), minutes_left(each)))
    names = {each.name for each in current}
    recent = [each for each in newest if each.name not in names][:RECENT]
    tops = await _tops(client)
    variants = {top.variant for top in tops}
    hand = await NEWEST.find(client, newest)
    return Home(hand, running, recent, tops, [variant for variant in VARIANTS if variant not in variants])


async def _tops(client: LocalClient) -> list[Top]:
    best: dict[str, tuple[int, Top]] = {}
    for table in (await client.ask(GetStrengthsRequest(brief=True))).tables:
        variant, boards = table.variants[0], sum(each.boards for each in table.strengths)
        if variant not in best or boards > best[variant][0]:
            ranked = [each for each in table.strengths if not is_provisional(each)]
            best[variant] = (boards, Top(variant, len(table.strengths), ranked[:TOP]))
    return [best[variant][1] for variant in VARIANTS if variant in best and best[variant][0]]

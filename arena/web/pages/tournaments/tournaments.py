"""Show lists of tournaments, leaders, remaining time, and gates."""

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import ceil, log
from time import monotonic
from typing import Final

from arena.api.columns import is_provisional
from arena.api.local_client import LocalClient
from arena.web.charts import Chart, Point, Table, number_axis, plot_lines
from arena.web.drawings import Scale
from arena.web.serving.addresses import PageMovedError
from arena.web.serving.rows import Paging, check_sort, read_page
from arena.web.serving.templates import segment
from arena.wire.gen import tournaments_pb2 as pb
from arena.wire.gen.gates_pb2 import Gate, GateEstimate, GetGateRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse

PACE_WINDOW: Final = 300.0  # seconds over which the pace is measured
LEAST_SECONDS: Final = 20.0  # minimum time of observation for an estimate
LEAST_BOARDS: Final = 5  # minimum number of boards closed meanwhile for an estimate
MAX_TOURNAMENTS: Final = 100  # number of tournaments that are observed
MAX_LOOKS: Final = 60  # looks at a gate's evidence that are drawn, at even distances

Look = tuple[float, int]  # monotonic time in seconds, and number of boards closed by then


class Pace:
    """Estimate the remaining time of tournaments from the boards closed in the last five minutes."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._looks: dict[Hashable, deque[Look]] = {}

    def minutes_left(self, tournament: Hashable, closed: int, boards: int) -> float | None:
        """Return the estimated minutes for the rest of *boards* boards; None until the pace is known."""
        looks = self._looks.pop(tournament, deque[Look]())
        self._looks[tournament] = looks  # moves the entry to the end; the oldest entry is dropped first
        while len(self._looks) > MAX_TOURNAMENTS:
            del self._looks[next(iter(self._looks))]
        looks.append((self._now(), closed))
        while looks[-1][0] - looks[0][0] > PACE_WINDOW:
            looks.popleft()
        seconds, more = looks[-1][0] - looks[0][0], closed - looks[0][1]
        if seconds < LEAST_SECONDS or more < LEAST_BOARDS:
            return None
        return (boards - closed) * seconds / more / 60


PACE: Final = Pace()


def minutes_left(tournament: pb.Tournament) -> float | None:
    """Return the estimated minutes until a running tournament is over; None if unknown."""
    key = (tournament.name, tournament.created.ToNanoseconds())
    is_running = tournament.state == "running"
    return PACE.minutes_left(key, tournament.closed, tournament.boards) if is_running else None


def accepts_entries(tournament: pb.Tournament) -> bool:
    """Return whether a bot may still enter the tournament, as `Entries.enter_tournament` decides it."""
    is_fixed = tournament.kind in ("gauntlet", "gate") or tournament.pool == "open" or bool(tournament.next_season)
    return not is_fixed and tournament.state not in ("finished", "cancelled")


@dataclass(frozen=True)
class Lead:
    """The leader *bot* of a tournament, the next bot *other*, and the lead.

    *by*: difference of their mean board scores, in points of 100. *half_width*: half the width of the lead's 95%
    interval. It is the sum of the half widths of both scores, since one bot may win what the other loses.
    *is_settled*: the lead over all other bots is beyond chance, by the leader's range of places.
    """

    bot: str
    other: str
    by: float
    half_width: float
    is_settled: bool


def lead_of(answer: GetStandingsResponse) -> Lead | None:
    """Return the leader of a tournament; None if fewer than two bots have an interval."""
    lines = answer.whole.standings if answer.HasField("whole") else answer.variants[0].standings
    ranking = [line for line in lines if not is_provisional(line)]
    if len(ranking) < 2:
        return None
    first, second = ranking[:2]
    by = 100 * (first.score - second.score)
    half_width = 100 * (first.score - first.low + second.high - second.score)
    return Lead(first.bot, second.bot, by, half_width, first.last_place == 1)


LEADS: Final[dict[bytes, Lead | None]] = {}  # by the tournament's message, which changes with its standings
MAX_LEADS: Final = 1000
MAX_NEW_LEADS: Final = 12  # leads that one look at the list computes; later looks compute those of the other rows
COLUMNS: Final = ("name", "state", "closed", "bots", "variants", "kind", "created", "played")


@dataclass(frozen=True)
class Tournaments:
    """A page of the list of tournaments, sorted by *sort*, else the newest first; *search*: as of the view."""

    search: str
    sort: str
    place: Paging
    tournaments: list[pb.Tournament]
    leads: dict[str, Lead | None]  # by name, of tournaments with closed boards


async def tournaments(client: LocalClient, search: str = "", sort: str = "", page: int = 1) -> Tournaments:
    """List tournaments, newest first: all, or those with a text in name, bots, variants, kind or state."""
    check_sort(sort, COLUMNS)
    request = pb.ListTournamentsRequest(page_size=1000)
    names = ("tournaments", "name", "bots", "variants", "kind", "state")
    shown, place = await read_page(client, request, names, search, sort, page)
    return Tournaments(search, sort, place, shown, await _read_leads(client, shown))


async def _read_leads(client: LocalClient, shown: Sequence[pb.Tournament]) -> dict[str, Lead | None]:
    keys = {each.name: each.SerializeToString() for each in shown if each.closed and each.kind != "gate"}
    for name in [name for name, key in keys.items() if key not in LEADS][:MAX_NEW_LEADS]:
        LEADS[keys[name]] = lead_of(await client.ask(GetStandingsRequest(name=name)))
        if len(LEADS) > MAX_LEADS:
            del LEADS[next(iter(LEADS))]
    return {name: LEADS[key] for name, key in keys.items() if key in LEADS}


async def recent(client: LocalClient, bot: str) -> list[pb.Tournament]:
    """Return those of the newest 1000 tournaments that have *bot* ("name@version"), newest first."""
    answer = await client.ask(pb.ListTournamentsRequest(page_size=1000))
    return [each for each in answer.tournaments if bot in each.bots]


async def progress(client: LocalClient, name: str, **_parameters: str) -> pb.WatchTournamentResponse:
    """Return the progress of the tournament or gate *name*; while it is equal, the standings are equal."""
    look: pb.WatchTournamentResponse = await client.look(pb.WatchTournamentRequest(name=name))
    return look


@dataclass(frozen=True)
class GatePage:
    """The content of a gate's page. *estimates*: over all variants together, then for each variant."""

    gate: Gate
    verdict: str
    evidence: Chart
    estimates: list[GateEstimate]


VERDICTS = {
    "stronger": "is stronger",
    "not stronger": "is not stronger",
    "undecided": "was not distinguished",
    "": "is being tested",
}


async def gate(client: LocalClient, name: str) -> GatePage:
    """Show the state of a gate; a tournament has its own page."""
    if (await progress(client, name)).tournament.kind != "gate":
        raise PageMovedError(f"/tournaments/{segment(name)}")
    gate: Gate = (await client.ask(GetGateRequest(name=name))).gate
    whole = [gate.estimate] if gate.HasField("estimate") and len(gate.variants) != 1 else []
    return GatePage(gate, VERDICTS[gate.decision], draw_evidence(gate), [*whole, *gate.variants])


def draw_evidence(gate: Gate) -> Chart:
    """Draw the evidence of both bets after each deal, in percent of what decides."""
    up, down = -log(gate.alpha) / 100, -log(gate.beta) / 100
    path = [(each.judged, each.log_wealth_stronger / up, each.log_wealth_not_stronger / down) for each in gate.path]
    if not path or path[-1][0] < gate.deals:
        path.append((gate.deals, gate.log_wealth_stronger / up, gate.log_wealth_not_stronger / down))
    path = [(0, 0.0, 0.0), *path[:: -ceil(len(path) / MAX_LOOKS)][::-1]]
    shares = [(deals, *(min(100.0, max(0.0, share)) for share in each)) for deals, *each in path]
    lines: dict[str, list[Point]] = {
        name: [(float(row[0]), row[number], None, None) for row in shares]
        for number, name in enumerate(("stronger", "not stronger"), start=1)
    }
    rows = [(f"{deals:,}", f"{stronger:.0f}", f"{not_stronger:.0f}") for deals, stronger, not_stronger in shares]
    table = Table(("deals", "stronger, %", "not stronger, %"), rows)
    x = number_axis("deals", Scale(0, max(1.0, shares[-1][0])))
    return plot_lines("Evidence after each deal", x, number_axis("% of what decides", Scale(0, 100)), lines, table)

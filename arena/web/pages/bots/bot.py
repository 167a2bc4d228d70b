"""One bot version: where it stands, whom it beats, what it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from grpc import StatusCode

from arena.api.inside import Desk
from arena.api.labels import format_words
from arena.guards.auth import Refused
from arena.rules import find
from arena.web.drawings import History, history
from arena.web.pages.bots.bots import Listed, versions_of
from arena.web.pages.bots.places import Call, Places, calls, places
from arena.web.pages.ladders import Line, Mark, line_of, marks_of
from arena.web.pages.tournaments.faults import evidence_of
from arena.web.pages.tournaments.tournaments import Listed as Tournament
from arena.web.pages.tournaments.tournaments import listed, recent
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.measures_pb2 import GetPlayStatisticsRequest, PlayFigure
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, StrengthTable
from arena.wire.gen.receipts_pb2 import GetEloReceiptRequest
from arena.wire.gen.records_pb2 import GetLossesRequest
from arena.wire.gen.tournaments_pb2 import Tournament as TournamentMessage

HISTORY_PAGES: Final = 3  # of a thousand boards
TOURNAMENTS: Final = 12
LOSSES: Final = 3  # of each variant of a tournament
OF_THE_LATEST: Final = 2
FAULTS: Final = 20  # shown, the latest tournaments first


@dataclass(frozen=True)
class Against:
    """An opponent of the same table: how likely this bot is the stronger one, 0..1, None where it cannot be said."""

    bot: str
    rating: float
    likely: float | None


@dataclass(frozen=True)
class Standing:
    """Where the bot stands in one official table, with everybody it is compared with there."""

    variant: str
    pool: str
    format: str
    line: Line
    bots: int
    against: list[Against]


@dataclass(frozen=True)
class Figure:
    """What it does, beside all others: *value* and *field* in *unit*, over *of* things."""

    name: str
    unit: str
    value: float | None
    field: float | None
    of: int


@dataclass(frozen=True)
class Play:
    """What it did in a variant; *has_contracts*: an auction decides there who plays for how much."""

    variant: str
    has_contracts: bool
    games: int
    figures: list[Figure]
    marks: list[Mark]
    calls: list[Call]


@dataclass(frozen=True)
class Fault:
    """The fallback answered for it; *evidence* is what there is to show for a timeout."""

    tournament: str
    game: str
    variant: str
    reason: str
    evidence: str


@dataclass(frozen=True)
class Loss:
    """A board on which it took fewer *points* a game than the best of the *others*, who held the same cards."""

    board: str
    number: int
    variant: str
    tournament: str
    points: float
    others: float


@dataclass(frozen=True)
class BotPage:
    """All that is told of a bot version."""

    bot: Listed
    versions: list[Listed]
    standings: list[Standing]
    play: list[Play]
    places: list[Places]
    history: History | None
    history_of: str
    tournaments: list[Tournament]
    gates: list[Tournament]
    faults: list[Fault]
    losses: list[Loss]


async def bot(desk: Desk, name: str) -> BotPage:
    """Show a bot version; of a name without a version the newest."""
    versions = await versions_of(desk, name.partition("@")[0])
    found = [each for each in versions if each.bot == name] if "@" in name else versions[-1:]
    if not found:
        raise Refused(StatusCode.NOT_FOUND, f"There is no bot {name!r}: look at the list of bots for those there are.")
    shown = found[0]
    tables = (await desk.ask(GetStrengthsRequest())).tables
    standings = [standing for table in tables for standing in _standings(table, shown.bot)]
    played = await recent(desk, shown.bot)
    tournaments = [each for each in played if each.kind != "gate"]
    most = max(standings, key=lambda each: each.line.boards, default=None)
    return BotPage(
        shown,
        versions,
        standings,
        await _play(desk, shown.bot),
        await places(desk, shown.bot, tournaments[:OF_THE_LATEST]),
        await _history(desk, shown.bot, most.variant) if most else None,
        most.variant if most else "",
        [listed(each) for each in tournaments[:TOURNAMENTS]],
        [listed(each) for each in played if each.kind == "gate"],
        await _faults(desk, shown.bot, [each.name for each in tournaments[:TOURNAMENTS]]),
        await _losses(desk, shown.bot, tournaments[:OF_THE_LATEST]),
    )


def rows(shown: BotPage) -> Sequence[Line]:
    """Return its lines in the official tables."""
    return [each.line for each in shown.standings]


def _standings(table: StrengthTable, name: str) -> list[Standing]:
    for place, found in enumerate(table.strengths, start=1):
        if found.bot == name:
            against = [
                Against(other.bot, other.rating, likely if likely >= 0 else None)
                for other, likely in zip(table.strengths, found.superiority, strict=True)
                if other.bot != name
            ]
            pool, form = " and ".join(table.pools), format_words(table.format)
            return [
                Standing(table.variants[0], pool, form, line_of(place, found, table), len(table.strengths), against)
            ]
    return []


async def _play(desk: Desk, name: str) -> list[Play]:
    answer = await desk.ask(GetPlayStatisticsRequest(bot=name))
    return [
        Play(
            each.variant,
            find(each.variant).auction is not None,
            each.games,
            [_figure(figure) for figure in each.figures],
            marks_of(each.marks, name),
            calls(each.calls),
        )
        for each in answer.variants
    ]


def _figure(found: PlayFigure) -> Figure:
    value = found.value if found.HasField("value") else None
    return Figure(found.name, found.unit, value, found.field if found.HasField("field") else None, found.of)


async def _history(desk: Desk, name: str, variant: str) -> History | None:
    """Return its live Elo, board by board, of the first boards."""
    elo: list[float] = []
    token = ""
    for _ in range(HISTORY_PAGES):
        request = GetEloReceiptRequest(bot=name, variant=variant, page_size=1000, page_token=token)
        answer = await desk.ask(request)
        elo += [entry.after for entry in answer.entries]
        token = answer.next_page_token
        if not token:
            break
    return history(elo) if len(elo) > 1 else None


async def _faults(desk: Desk, name: str, tournaments: Sequence[str]) -> list[Fault]:
    found: list[Fault] = []
    for tournament in tournaments:
        request = ListInfractionsRequest(name=tournament, bot=name, page_size=FAULTS)
        found += [_fault(tournament, each) for each in (await desk.ask(request)).infractions]
        if len(found) >= FAULTS:
            break
    return found[:FAULTS]


async def _losses(desk: Desk, name: str, tournaments: Sequence[TournamentMessage]) -> list[Loss]:
    """Return its costliest boards of each variant in its latest tournaments."""
    found: list[Loss] = []
    for tournament in tournaments:
        for variant in tournament.variants:
            request = GetLossesRequest(name=tournament.name, bot=name, variant=variant, most=LOSSES)
            found += [
                Loss(each.board, each.number, variant, tournament.name, each.points, each.others)
                for each in (await desk.ask(request)).losses
            ]
    return found


def _fault(tournament: str, found: Infraction) -> Fault:
    return Fault(tournament, found.game, found.variant, found.reason, evidence_of(found))

"""One bot version: where it stands, whom it beats, what it does."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from grpc import StatusCode

from arena.api.local_client import LocalClient
from arena.guards.auth import Refused
from arena.rules import find
from arena.web.drawings import Dot, History, history, intervals
from arena.web.pages.bots.bots import versions_of
from arena.web.pages.ladders import ends_of, marks_of
from arena.web.pages.tournaments.tournaments import recent
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.accounts_pb2 import Bot
from arena.wire.gen.faults_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.measures_pb2 import Calls, GetPlayStatisticsRequest, GetSeatScoresRequest, VariantPlay, VariantSeats
from arena.wire.gen.ratings_pb2 import Finding, GetStrengthsRequest, Strength, StrengthTable
from arena.wire.gen.receipts_pb2 import GetEloReceiptRequest
from arena.wire.gen.records_pb2 import GetLossesRequest, Loss
from arena.wire.gen.tournaments_pb2 import Tournament


@dataclass(frozen=True)
class Call:
    """A bid, and where its share of made ones lies: *dot*; the others' is at *field_at*, in percent of the width."""

    call: Calls
    dot: Dot | None
    field_at: float | None


def drawn_calls(found: Iterable[Calls]) -> list[Call]:
    """Return a bot's bids with their pictures, all on the scale from 0 to 1."""
    calls = list(found)
    own = [(each.made, *ends_of(each)) for each in calls]
    field = [(each.field_made, None, None) for each in calls]
    dots = intervals([*own, *field, (0.0, None, None), (1.0, None, None)]).dots
    return [
        Call(
            each,
            dots[place] if each.called else None,
            dots[len(calls) + place].at if each.field_called else None,
        )
        for place, each in enumerate(calls)
    ]


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
    line: Strength
    bots: int
    against: list[Against]
    marks: list[Finding]


@dataclass(frozen=True)
class Play:
    """What it did in a variant; *has_contracts*: an auction decides there who plays for how much."""

    play: VariantPlay
    has_contracts: bool
    calls: list[Call]


@dataclass(frozen=True)
class Places:
    """Its seats in a variant of a tournament."""

    tournament: str
    variant: VariantSeats


@dataclass(frozen=True)
class Fault:
    """The fallback answered for it in a tournament."""

    tournament: str
    fault: Infraction


@dataclass(frozen=True)
class Lost:
    """A board on which the best of the others, who held the same cards, took more points a game."""

    tournament: str
    variant: str
    loss: Loss


@dataclass(frozen=True)
class BotPage:
    """All that is told of a bot version."""

    bot: Bot
    versions: list[Bot]
    standings: list[Standing]
    play: list[Play]
    places: list[Places]
    history: History | None
    history_of: str
    tournaments: list[Tournament]
    gates: list[Tournament]
    faults: list[Fault]
    losses: list[Lost]


async def bot(client: LocalClient, name: str) -> BotPage:
    """Show a bot version; of a name without a version the newest."""
    versions = await versions_of(client, name.partition("@")[0])
    found = [each for each in versions if each.bot == name] if "@" in name else versions[-1:]
    if not found:
        raise Refused(StatusCode.NOT_FOUND, f"There is no bot {name!r}: look at the list of bots for those there are.")
    shown = found[0]
    tables = (await client.ask(GetStrengthsRequest())).tables
    standings = [standing for table in tables for standing in _standings(table, shown.bot)]
    played = await recent(client, shown.bot)
    tournaments = [each for each in played if each.kind != "gate"]
    most = max(standings, key=lambda each: each.line.boards, default=None)
    return BotPage(
        shown,
        versions,
        standings,
        await _play(client, shown.bot),
        await _places(client, shown.bot, tournaments[:OF_THE_LATEST]),
        await _history(client, shown.bot, most.variant) if most else None,
        most.variant if most else "",
        tournaments[:TOURNAMENTS],
        [each for each in played if each.kind == "gate"],
        await _faults(client, shown.bot, [each.name for each in tournaments[:TOURNAMENTS]]),
        await _losses(client, shown.bot, tournaments[:OF_THE_LATEST]),
    )


def rows(shown: BotPage) -> Iterator[Row]:
    """Yield its lines in the official tables."""
    for each in shown.standings:
        yield row_of(each.line, variant=each.variant, pool=each.pool, format=each.format)


def _standings(table: StrengthTable, name: str) -> Iterator[Standing]:
    for found in table.strengths:
        if found.bot == name:
            against = [
                Against(other.bot, other.rating, likely if likely >= 0 else None)
                for other, likely in zip(table.strengths, found.superiority, strict=True)
                if other.bot != name
            ]
            del found.superiority[:]  # they are in *against*, by name
            pool = " and ".join(table.pools)
            marks = marks_of(table.findings, name)
            yield Standing(table.variants[0], pool, table.format, found, len(table.strengths), against, marks)


async def _play(client: LocalClient, name: str) -> list[Play]:
    answer = await client.ask(GetPlayStatisticsRequest(bot=name))
    return [Play(each, find(each.variant).auction is not None, drawn_calls(each.calls)) for each in answer.variants]


async def _places(client: LocalClient, bot: str, tournaments: Sequence[Tournament]) -> list[Places]:
    """Return its seats in each variant of *tournaments*."""
    found: list[Places] = []
    for tournament in tournaments:
        answer = await client.ask(GetSeatScoresRequest(name=tournament.name, bot=bot))
        found += [Places(tournament.name, each) for each in answer.variants if each.seats]
    return found


async def _history(client: LocalClient, name: str, variant: str) -> History | None:
    """Return its live Elo, board by board, of the first boards."""
    elo: list[float] = []
    token = ""
    for _ in range(HISTORY_PAGES):
        request = GetEloReceiptRequest(bot=name, variant=variant, page_size=1000, page_token=token)
        answer = await client.ask(request)
        elo += [entry.after for entry in answer.entries]
        token = answer.next_page_token
        if not token:
            break
    return history(elo) if len(elo) > 1 else None


async def _faults(client: LocalClient, name: str, tournaments: Sequence[str]) -> list[Fault]:
    found: list[Fault] = []
    for tournament in tournaments:
        request = ListInfractionsRequest(name=tournament, bot=name, page_size=FAULTS)
        found += [Fault(tournament, each) for each in (await client.ask(request)).infractions]
        if len(found) >= FAULTS:
            break
    return found[:FAULTS]


async def _losses(client: LocalClient, name: str, tournaments: Sequence[Tournament]) -> list[Lost]:
    """Return its costliest boards of each variant in its latest tournaments."""
    found: list[Lost] = []
    for tournament in tournaments:
        for variant in tournament.variants:
            request = GetLossesRequest(name=tournament.name, bot=name, variant=variant, most=LOSSES)
            found += [Lost(tournament.name, variant, each) for each in (await client.ask(request)).losses]
    return found

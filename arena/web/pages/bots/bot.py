"""Show a bot version: ratings, play, tournaments and infractions."""

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from google.protobuf.message import Message
from grpc import StatusCode

from arena.api.labels import format_words
from arena.api.local_client import LocalClient
from arena.escapes import clip
from arena.guards.auth import RefusedError
from arena.rules import find
from arena.web.charts import Chart
from arena.web.pages.bots.bots import find_bot
from arena.web.pages.bots.pictures import draw_calls, draw_days, draw_scores, draw_sources, draw_strengths
from arena.web.pages.ladders import marks_of
from arena.web.pages.tournaments.race import RACES
from arena.web.pages.tournaments.tournaments import recent
from arena.web.serving.rows import Row, row_of
from arena.web.serving.templates import titled
from arena.wire.gen.accounts_pb2 import Bot
from arena.wire.gen.infractions_pb2 import Infraction, ListInfractionsRequest
from arena.wire.gen.measures_pb2 import GetPlayStatisticsRequest, GetSeatScoresRequest, VariantPlay, VariantSeats
from arena.wire.gen.ratings_pb2 import Finding, GetStrengthsRequest, RatingDay, Strength, StrengthTable
from arena.wire.gen.records_pb2 import GetLossesRequest, Loss
from arena.wire.gen.tournaments_pb2 import Tournament

TOURNAMENTS: Final = 12  # tournaments shown, the newest ones
LOSSES: Final = 3  # losses shown for each variant of a tournament
OF_THE_LATEST: Final = 2  # newest tournaments whose losses and scores by seat are shown
INFRACTIONS: Final = 20  # infractions shown, those of the newest tournaments first


@dataclass(frozen=True)
class Against:
    """Another bot in an official table, and the probability that this page's bot is stronger; None if unknown."""

    bot: str
    rating: float
    likely: float | None


@dataclass(frozen=True)
class OfficialLine:
    """A bot's line in an official table, and its comparison with the table's other bots."""

    variant: str
    pool: str
    format: str
    line: Strength
    bots: int  # number of bots in the table
    against: list[Against]
    marks: list[Finding]  # flagged findings about the bot
    days: list[RatingDay]  # ratings by day of it and of its bot's other versions, oldest day first
    history: Chart | None  # of *days*


@dataclass(frozen=True)
class Play:
    """A bot's statistics in a variant, with charts of its bids and of the sources of its points."""

    play: VariantPlay
    calls: Chart | None
    sources: Chart | None


@dataclass(frozen=True)
class Places:
    """A bot's scores by seat in a variant of a tournament, with a chart of its boards by score."""

    tournament: str
    variant: VariantSeats
    scores: Chart | None


@dataclass(frozen=True)
class TournamentInfraction:
    """An infraction, and the name of its tournament."""

    tournament: str
    infraction: Infraction


@dataclass(frozen=True)
class Lost:
    """A board on which another bot with the same cards had more points per game."""

    tournament: str
    variant: str
    loss: Loss


@dataclass(frozen=True)
class BotPage:
    """The content of a bot version's page, which shows the details of one *variant* of its *played* ones."""

    bot: Bot
    variant: str
    played: list[str]
    versions: list[Bot]  # all versions of the bot, oldest first
    standings: list[OfficialLine]
    strengths: Chart | None  # of *standings*
    play: list[Play]
    places: list[Places]
    tournaments: list[Tournament]
    gates: list[Tournament]
    infractions: list[TournamentInfraction]
    losses: list[Lost]


async def bot(client: LocalClient, name: str, variant: str = "") -> BotPage:
    """Show a bot version, with details of a variant; a name without a version means the newest."""
    shown, versions = await find_bot(client, name)
    tables = (await client.ask(GetStrengthsRequest(days_of=shown.bot))).tables
    standings = [standing for table in tables for standing in _standings(table, shown.bot)]
    play = await _play(client, shown.bot)
    played = list(dict.fromkeys([each.variant for each in standings] + [each.play.variant for each in play]))
    if variant and variant not in played:
        line = f"{shown.bot} has no closed boards in {clip(variant)}: choose a variant on its page"
        raise RefusedError(StatusCode.NOT_FOUND, line)
    entered = await recent(client, shown.bot)
    tournaments = [each for each in entered if each.kind != "gate"]
    return BotPage(
        shown,
        variant or next(iter(played), ""),
        played,
        versions,
        standings,
        _draw_strengths(standings),
        play,
        await _places(client, shown.bot, tournaments[:OF_THE_LATEST]),
        tournaments[:TOURNAMENTS],
        [each for each in entered if each.kind == "gate"],
        await infractions_in(tournaments[:TOURNAMENTS], shown.bot, client.ask, INFRACTIONS),
        await _losses(client, shown.bot, tournaments[:OF_THE_LATEST]),
    )


def rows(page: BotPage) -> Iterator[Row]:
    """Yield a CSV row for each line of the bot in official tables."""
    for each in page.standings:
        yield row_of(each.line, variant=each.variant, pool=each.pool, format=each.format)


def _standings(table: StrengthTable, name: str) -> Iterator[OfficialLine]:
    for line in table.strengths:
        if line.bot == name:
            against = [
                Against(other.bot, other.rating, likely if likely >= 0 else None)
                for other, likely in zip(table.strengths, line.superiority, strict=True)
                if other.bot != name
            ]
            del line.superiority[:]  # *against* has the same by name
            pool, marks = " and ".join(table.pools), marks_of(table.findings, name)
            history = draw_days(table.days, titled(table.variants[0]))
            yield OfficialLine(
                *(table.variants[0], pool, table.format, line, len(table.strengths), against, marks),
                *(list(table.days), history),
            )


def _draw_strengths(standings: Sequence[OfficialLine]) -> Chart | None:
    """Draw the ratings of *standings*; a variant with several tables has the pool and the format in its names."""
    tables = Counter(each.variant for each in standings)
    names = [
        titled(each.variant) + f" ({each.pool}, {format_words(each.format)})" * (tables[each.variant] > 1)
        for each in standings
    ]
    return draw_strengths([(name, each.line) for name, each in zip(names, standings, strict=True)]) if names else None


async def _play(client: LocalClient, name: str) -> list[Play]:
    return [
        Play(each, draw_calls(each, find(each.variant).auction is not None), draw_sources(each))
        for each in (await client.ask(GetPlayStatisticsRequest(bot=name))).variants
    ]


async def _places(client: LocalClient, bot: str, tournaments: Sequence[Tournament]) -> list[Places]:
    places: list[Places] = []
    for tournament in tournaments:
        answer = await client.ask(GetSeatScoresRequest(name=tournament.name, bot=bot))
        races = await RACES.get(client, tournament)
        counts = {variant: line.counts for variant, race in races.items() for line in race.standings if line.bot == bot}
        places += [
            Places(tournament.name, each, draw_scores(scores) if (scores := counts.get(each.variant)) else None)
            for each in answer.variants
            if each.seats
        ]
    return places


async def infractions_in(
    tournaments: Sequence[Tournament], bot: str, ask: Callable[[Message], Awaitable[Any]], most: int
) -> list[TournamentInfraction]:
    """Return at most *most* infractions of *bot*, those in the first of *tournaments* first; *ask* asks the API."""
    infractions: list[TournamentInfraction] = []
    for name in [each.name for each in tournaments]:
        answer = await ask(ListInfractionsRequest(name=name, bot=bot, page_size=most))
        infractions += [TournamentInfraction(name, each) for each in answer.infractions]
        if len(infractions) >= most:
            break
    return infractions[:most]


async def _losses(client: LocalClient, name: str, tournaments: Sequence[Tournament]) -> list[Lost]:
    losses: list[Lost] = []
    for tournament in tournaments:
        for variant in tournament.variants:
            request = GetLossesRequest(name=tournament.name, bot=name, variant=variant, most=LOSSES)
            losses += [Lost(tournament.name, variant, each) for each in (await client.ask(request)).losses]
    return losses

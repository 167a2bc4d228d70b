"""Show the list of bots, and two bots head to head."""

from dataclasses import dataclass
from typing import Final

from grpc import StatusCode

from arena.api.columns import is_provisional
from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.web.drawings import Intervals, Scale, intervals
from arena.web.pages.ladders import ends_of
from arena.web.pages.tournaments.schedule import Strip, strip
from arena.web.pages.tournaments.tournaments import recent
from arena.web.serving.rows import Paging, check_sort, read_page
from arena.wire.gen.accounts_pb2 import Bot, ListBotsRequest
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, Strength
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetHeadToHeadResponse

COLUMNS: Final = ("bot", "instances", "played", "created", "max_seats", "infractions", "owner")
MET: Final = 4  # newest common tournaments whose boards the comparison of two bots shows
Best = tuple[str, Strength, int]  # variant of an official table, a bot's line in it, and its number of bots


@dataclass(frozen=True)
class Bots:
    """A page of the list of bot versions whose name or owner contains *search*, sorted by *sort*, else by name."""

    search: str
    sort: str
    place: Paging
    bots: list[Bot]
    best: dict[str, Best]  # by bot, the official table in which it ranks best


async def bots(client: LocalClient, search: str = "", sort: str = "", page: int = 1) -> Bots:
    """List bots with their versions: all, or those whose name or owner contains a text."""
    check_sort(sort, COLUMNS)
    request = ListBotsRequest(page_size=1000)
    shown, place = await read_page(client, request, ("bots", "bot", "owner"), search, sort, page)
    lines: dict[str, list[Best]] = {each.bot: [] for each in shown}
    for table in (await client.ask(GetStrengthsRequest(brief=True))).tables:
        for line in table.strengths:
            if line.bot in lines:
                lines[line.bot].append((table.variants[0], line, len(table.strengths)))
                lines[line.bot].sort(key=lambda best: (is_provisional(best[1]), best[1].last_place / best[2]))
    return Bots(search, sort, place, shown, {bot: each[0] for bot, each in lines.items() if each})


async def versions_of(client: LocalClient, name: str) -> list[Bot]:
    """Return all versions of the bot *name*, oldest first; [] if there is no such bot."""
    pages = client.pages(ListBotsRequest(page_size=1000))
    return [bot async for answer in pages for bot in answer.bots if bot.bot.partition("@")[0] == name]


async def find_bot(client: LocalClient, name: str) -> tuple[Bot, list[Bot]]:
    """Return the bot version *name*, the newest if it names no version, and all versions of the bot, oldest first.

    Raises `RefusedError` if it does not exist.
    """
    versions = await versions_of(client, name.partition("@")[0])
    wanted = [each for each in versions if each.bot == name] if "@" in name else versions[-1:]
    if not wanted:
        raise RefusedError(StatusCode.NOT_FOUND, f"Bot {name!r} does not exist: /bots lists all bots.")
    return wanted[0], versions


@dataclass(frozen=True)
class Badge:
    """A bot's official rating in its *variant* with most boards, or in another one; both are empty without one."""

    bot: str
    variant: str
    line: Strength | None


async def badge(client: LocalClient, name: str, variant: str = "") -> Badge:
    """Show a bot's rating as a picture for other sites, in *variant* or in that with most boards."""
    shown, _ = await find_bot(client, name)
    tables = (await client.ask(GetStrengthsRequest(brief=True, variants=[variant] if variant else []))).tables
    lines = [(each, table.variants[0]) for table in tables for each in table.strengths if each.bot == shown.bot]
    line, variant = max(lines, key=lambda each: each[0].boards, default=(None, ""))
    return Badge(shown.bot, variant, line)


@dataclass(frozen=True)
class Versus:
    """The results of two bots against each other in *tournament*, in all tournaments if it is ""."""

    tournament: str
    answer: GetHeadToHeadResponse
    drawn: Intervals
    strips: list[Strip]  # their boards in it, or in the newest ones


async def versus(client: LocalClient, bot: str, opponent: str, tournament: str = "") -> Versus:
    """Show the results of two bots against each other."""
    answer = await client.ask(GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament))
    drawn = intervals([(line.score, *ends_of(line)) for line in answer.variants], Scale(0, 1))
    pair = (answer.bot, answer.opponent)
    names = [each.name for each in await recent(client, pair[0]) if pair[1] in each.bots and each.kind != "gate"]
    strips = [await strip(client, *pair, name) for name in ([tournament] if tournament else names[:MET])]
    return Versus(tournament, answer, drawn, [each for each in strips if each.answer.boards])

"""Print what a demo's tournament shows: one table, a verdict, one hand, and what to do next."""

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import shorten, wrap
from typing import Any

from arena.api.columns import BOARDS, INFRACTIONS, INTERVAL, SCORE, Column
from arena.cli.match.report import compare_bots
from arena.cli.ratings.tables import rank_range
from arena.cli.service import Service
from arena.cli.terminal.printing import console, listing
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import parts_of
from arena.demo.bots import LIGHT, name_of
from arena.local.up import Arena
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import game_of, names_of
from arena.wire.gen.records_pb2 import ExportRecordsRequest
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Meeting

WIDTH = 80  # characters of a line
COLUMNS = (Column("bot", "bot"), *SCORE, INTERVAL, BOARDS, INFRACTIONS)
PAIRS = ((LIGHT, "expert"), ("expert", "simple"))  # the house bots that the verdict compares


def report(service: Service, name: str, arena: Arena) -> None:
    """Print the results of the tournament *name*. Raises `Refusal` if one of its boards failed."""
    with service.people() as people:
        answer = people.GetStandings(GetStandingsRequest(name=name), **service.call)
        if left := answer.tournament.boards - answer.tournament.closed:
            raise Refusal(f"{left} boards of {name} failed again and again; see {arena.state.folder}/logs")
        records = people.ExportRecords(ExportRecordsRequest(name=name), **service.call)
        games = (json.loads(each.record) for each in records)
        record = next(game for game in games if game["variant"] == answer.tournament.variants[0])
        records.cancel()
    *_, (_, lines, met) = parts_of(answer)
    title = f"{name}: {answer.tournament.games:,} games of {', '.join(answer.tournament.variants)}"
    ranked = listing(shorten(title, WIDTH, placeholder=" ..."), COLUMNS, lines, is_ranked=True, rank=rank_range)
    screen = console()
    sentences = [part for line in (*verdict(met), *lag_line(answer)) for part in wrap(line, WIDTH)]
    screen.print("", ranked, "", *sentences, sep="\n")
    hand = ("", f"One hand of {record['variant']}, as it was played:", *eight_lines(record), "")
    screen.print(*hand, *_next_steps(name, record["id"], arena.page), sep="\n", soft_wrap=True)


def verdict(met: Iterable[Meeting]) -> Iterator[str]:
    """Yield a sentence on each of `PAIRS` that has an interval: which bot is stronger, or that it is too close."""
    for each in met:
        bots = _short(each.bot), _short(each.opponent)
        for pair in PAIRS:
            if set(pair) == set(bots) and each.HasField("low"):
                named = Meeting(bot=bots[0], opponent=bots[1], score=each.score, low=each.low, high=each.high)
                yield f"On {each.boards} boards, {compare_bots(named, pair[0])}."


def _short(bot: str) -> str:
    name = name_of(bot).removeprefix("demo-")
    return LIGHT if LIGHT.startswith(f"{name}:") else name


def lag_line(answer: GetStandingsResponse) -> Iterator[str]:
    """Yield a sentence on the arena's lag if it exceeds its limit and answers were late, illegal or missing."""
    lags = [each.effect for variant in answer.variants for each in variant.findings if each.kind == "lag"]
    infractions = sum(line.infractions for variant in answer.variants for line in variant.standings)
    if lags and infractions:
        yield (
            f"The arena lagged for up to {max(lags):.0%} of the time, which may have caused some of the"
            f" {infractions} infractions: repeat the demo on a machine that is less busy."
        )


def eight_lines(record: dict[str, Any]) -> list[str]:
    """Return eight lines on a game's first hand: the deal, the decisions before the play, and the result."""
    game = game_of(record)
    lines = narrate(game, 0, names_of([_short(bot) for bot in record["seats"]]))
    deal, end = 1 + game.rules.seats, game.rules.seats - 6
    tricks = next((place for place, line in enumerate(lines) if line.startswith("Trick ")), end)
    words = [line.strip() for line in lines[deal:tricks] if not line.endswith(" looks at its cards")]
    return [shorten(line, WIDTH, placeholder=" ...") for line in (*lines[:deal], "; ".join(words), *lines[end:])]


def _next_steps(name: str, game: str, page: str) -> list[str]:
    arena = sys.argv[0] if Path(sys.argv[0]).name == "arena" else "arena"
    return [
        "While `arena up` runs, or this command in another terminal:",
        f"  {arena} tournament standings {name}  (all tables)",
        f"  {arena} export {name} --game {game} | {arena} replay -  (the game of this hand)",
        f"  {arena} export {name} | {arena} verify -  (every deal and every card)",
        f"Begin your own bot with `{arena} bot new my-bot`: docs/tutorials/first-bot.md",
        f"The page: {page}/tournaments/{name} until you press Ctrl-C" if page else f"The page: run `{arena} up`",
    ]

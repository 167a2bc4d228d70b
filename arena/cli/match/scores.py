"""Print the score of a bot in the benchmark."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.table import Table

from arena.cli.match.report import format_infractions
from arena.cli.terminal.printing import console, print_json, table
from arena.league.benchmark import DEALS, FROZEN, OFFICIAL, OPPONENT, SPREADS, VERSION
from arena.league.ratings.interval import Interval
from arena.league.ratings.spread import VariantScore, number_of
from arena.match.playing import Played

HINDSIGHT: Final = (
    "Public deals are for development, because answers can be chosen by hindsight. The official number is played on"
    " fresh deals: docs/reference/benchmark.md"
)


@dataclass
class Line:
    """A bot's result in one variant of the benchmark; *score* is None before the first board."""

    variant: str
    bot: str
    score: VariantScore | None = None
    infractions: Counter[str] = field(default_factory=Counter)  # numbers of infractions by reason
    deaths: int = 0  # how often a process of the bot died

    def count(self, games: Sequence[Played]) -> None:
        """Add the bot's infractions and the deaths of its processes in *games*."""
        for game in games:
            for seat, name in enumerate(game.record["seats"]):
                self.infractions += game.count_infractions(seat) if name == self.bot else Counter()
        self.deaths += self.infractions.pop("deaths", 0)


def print_scores(lines: Sequence[Line], as_json: bool, gauntlet: str = "", faults: Sequence[str] = ()) -> None:
    """Print the scores by variant, and the benchmark's number.

    *gauntlet*: the tournament that a service played on fresh deals; "" for public deals. *faults*: reasons why the
    result is not the official number.
    """
    scores = [line.score for line in lines if line.score is not None]
    is_large = len(scores) == len(SPREADS) and all(each.boards >= DEALS for each in scores)
    number, interval = number_of(scores) if scores else (None, None)
    if as_json:
        about = {"score": number, "interval": interval, "whole": is_large and not faults, "faults": list(faults)}
        print_json(about | _document(lines, gauntlet))
        return
    screen = console()
    for fault in faults:
        screen.print(fault, soft_wrap=True)
    if number is None:
        screen.print("no board is complete yet")
        return
    screen.print(_table(lines, gauntlet))
    counts = {each.boards for each in scores}
    boards = f"{min(counts)} of {DEALS} boards each" + " or more" * (len(counts) > 1)
    part = "" if is_large else f" (a part: {len(scores)} of {len(SPREADS)} variants, {boards})"
    score = _with_interval(number, interval, 1) + ("" if interval else ", without interval below 10 boards or 3 blocks")
    deals = (", not official" if faults else "") if gauntlet else " on public deals"
    screen.print(f"{lines[0].bot}: {score}, benchmark {_version(gauntlet)}{deals}{part}", soft_wrap=True)
    if not gauntlet:
        screen.print(HINDSIGHT, soft_wrap=True)


def _version(gauntlet: str) -> str:
    return OFFICIAL if gauntlet else VERSION


def _opponents(gauntlet: str) -> str:
    return ", ".join(sorted(FROZEN)) if gauntlet else OPPONENT


def _table(lines: Sequence[Line], gauntlet: str) -> Table:
    columns = ("variant", "boards", "points a\nhand ahead", "spread", "score", "infractions")
    where = gauntlet or f"{sum(line.deaths for line in lines)} deaths"
    title = f"benchmark {_version(gauntlet)}: {lines[0].bot} against {_opponents(gauntlet)}, {where} [95% intervals]"
    rows = table(title, *columns, numbers=5)
    for line in lines:
        if (each := line.score) is not None:
            points = _with_interval(each.points, each.points_interval, 2)
            score = (f"{each.spread:g}", _with_interval(each.score, each.interval, 1))
            rows.add_row(line.variant, str(each.boards), points, *score, format_infractions(line.infractions))
    return rows


def _document(lines: Sequence[Line], gauntlet: str) -> dict[str, Any]:
    return {
        "benchmark": _version(gauntlet),
        "bot": lines[0].bot if lines else None,
        "opponent": _opponents(gauntlet),
        "deals": "fresh" if gauntlet else "public",
        "tournament": gauntlet or None,
        "deaths": None if gauntlet else sum(line.deaths for line in lines),
        "variants": [
            {
                "variant": line.variant,
                "boards": score.boards,
                "blocks": score.blocks,
                "points": score.points,
                "points_interval": score.points_interval,
                "spread": score.spread,
                "score": score.score,
                "interval": score.interval,
                "infractions": dict(line.infractions),
            }
            for line in lines
            if (score := line.score) is not None
        ],
    }


def _with_interval(value: float, interval: Interval | None, digits: int) -> str:
    ends = "" if interval is None else f" [{interval[0]:+.{digits}f}, {interval[1]:+.{digits}f}]"
    return f"{value:+.{digits}f}{ends}"

"""Tell what a bot came to in the benchmark: a table, JSON, progress in a line."""

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.table import Table

from arena.cli.terminal.printing import console, note, print_json, table
from arena.league.benchmark import DEALS, OPPONENT, SPREADS, VERSION
from arena.league.ratings.spread import Interval, Number, VariantScore, number_of
from arena.match.playing import Played

STEPS = 4  # lines of progress a variant, where nobody looks


@dataclass
class Line:
    """A variant of the benchmark; *score* is None before its first board."""

    variant: str
    bot: str
    score: VariantScore | None = None
    faults: Counter[str] = field(default_factory=Counter)
    deaths: int = 0

    def count(self, games: Sequence[Played]) -> None:
        """Count the bot's infractions, by reason, and how many of its processes died."""
        for record, deaths in games:
            own = [seat for seat, name in enumerate(record["seats"]) if name == self.bot]
            self.deaths += sum(deaths[seat] for seat in own)
            for hand in record["hands"]:
                self.faults.update(each["reason"] for each in hand["infractions"] if each["seat"] in own)


class Progress:
    """A line on standard error that moves on with the boards."""

    def __init__(self, line: Line, boards: int) -> None:
        self._line = line
        self._boards = boards
        self._terminal = sys.stderr.isatty()

    def show(self) -> None:
        """Show how many boards there are, and the score."""
        score = self._line.score
        assert score is not None
        told = f"{score.variant}: board {score.boards} of {self._boards}, score {score.score:+.1f}"
        if self._terminal:
            end = "\n" if score.boards == self._boards else "\r"
            print(f"{told:<70}", end=end, file=sys.stderr, flush=True)  # noqa: T201  # a variant and numbers
        elif score.boards * STEPS // self._boards > (score.boards - 1) * STEPS // self._boards:
            note(told)


def tell(lines: Sequence[Line], as_json: bool, tournament: str = "") -> None:
    """Tell what there is; *tournament*: where it was played, if a service did, which knows of no deaths."""
    scores = [line.score for line in lines if line.score is not None]
    whole = len(scores) == len(SPREADS) and all(each.boards == DEALS for each in scores)
    number = number_of(scores) if scores else None
    if as_json:
        print_json(_document(lines, number, whole, tournament))
        return
    screen = console()
    if number is None:
        screen.print("no board is played to its end yet")
        return
    screen.print(_table(lines, tournament))
    of = "" if whole else f" (a part: {len(scores)} of {len(SPREADS)} variants, {_boards(scores)})"
    told = f"{number.score:+.1f}, 95% interval {_between(number.interval, 1)}"
    screen.print(f"{lines[0].bot}: {told}, benchmark {VERSION}{of}", soft_wrap=True)


def _boards(scores: Sequence[VariantScore]) -> str:
    counts = {each.boards for each in scores}
    return f"{min(counts)} of {DEALS} boards each" + " or more" * (len(counts) > 1)


def _table(lines: Sequence[Line], tournament: str) -> Table:
    columns = ("variant", "boards", "points a\nhand ahead", "95% interval", "spread", "score", "95% interval", "faults")
    where = tournament or f"{sum(line.deaths for line in lines)} deaths"
    rows = table(f"benchmark {VERSION}: {lines[0].bot} against {OPPONENT}, {where}", *columns, numbers=7)
    for line in lines:
        if (each := line.score) is not None:
            told = ", ".join(f"{count} {reason}" for reason, count in sorted(line.faults.items())) or "0"
            points, score = (f"{each.points:+.2f}", _between(each.points_interval, 2)), f"{each.score:+.1f}"
            cells = (line.variant, str(each.boards), *points, f"{each.spread:g}", score, _between(each.interval, 1))
            rows.add_row(*cells, told)
    return rows


def _document(lines: Sequence[Line], number: Number | None, whole: bool, tournament: str) -> dict[str, Any]:
    return {
        "benchmark": VERSION,
        "bot": lines[0].bot if lines else None,
        "opponent": OPPONENT,
        "whole": whole,
        "score": number and number.score,
        "interval": number and number.interval,
        "tournament": tournament or None,
        "deaths": None if tournament else sum(line.deaths for line in lines),
        "variants": [_line(line, line.score) for line in lines if line.score is not None],
    }


def _line(line: Line, score: VariantScore) -> dict[str, Any]:
    return {
        "variant": line.variant,
        "boards": score.boards,
        "points": score.points,
        "points_interval": score.points_interval,
        "spread": score.spread,
        "score": score.score,
        "interval": score.interval,
        "infractions": dict(line.faults),
    }


def _between(interval: Interval | None, digits: int) -> str:
    return "below 10 boards none" if interval is None else f"{interval[0]:+.{digits}f}..{interval[1]:+.{digits}f}"

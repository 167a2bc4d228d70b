"""Tell how a match stands: progress in a line, tables, JSON."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from rich.table import Table

from arena.cli.terminal.printing import console, note, print_json, table
from arena.cli.terminal.tables import crosstables
from arena.league.gates.betting import ELO
from arena.league.ratings.interval import Interval
from arena.league.ratings.standings import Standing, whole_standings
from arena.league.ratings.strengths import Strength
from arena.match.plan import Settings
from arena.match.results import Results
from arena.wire.gen.standings_pb2 import Meeting

STEPS = 10  # lines of progress, where nobody looks


class Progress:
    """A line on standard error that moves on with the boards."""

    def __init__(self, settings: Settings, results: Results, most: int, is_one_of_several: bool) -> None:
        self._settings = settings
        self._variant = f"{settings.rules.name}, " if is_one_of_several else ""
        self._results = results
        self._most = most
        self._terminal = sys.stderr.isatty()

    def show(self) -> None:
        """Show how many boards there are, and how the first bot does."""
        boards = self._results.boards
        told = f"{self._variant}board {boards} of {self._most}"
        for line in self._results.standings():
            if line.player == 0:  # of a gate's line-ups that without it may be done first
                told += f": {self._settings.names[0]} {line.score:.3f}{_between(line.interval)}"
        if self._terminal:
            print(f"{told}\r", end="", file=sys.stderr, flush=True)  # noqa: T201  # names were read by `Program`
        elif boards * STEPS // self._most > (boards - 1) * STEPS // self._most:
            note(told)


def tell(variants: Sequence[Results], decision: str, as_json: bool) -> None:
    """Tell what there is, of one variant or of several."""
    if as_json:
        documents = [document(results, decision) for results in variants]
        print_json(documents[0] if len(documents) == 1 else {"variants": documents, "whole": _whole(variants)})
        return
    begun = [results for results in variants if results.boards]
    for results in begun:
        _tell(results, decision)
    if not begun:
        console().print("no board is played to its end yet")
    elif len(variants) > 1:
        console().print(_pooled(variants))


def _tell(results: Results, decision: str) -> None:
    """Tell how one variant stands."""
    settings, screen = results.settings, console()
    if settings.terms is not None:
        for line in _gate(settings, results, decision):
            screen.print(line)
    screen.print(_standings(settings, results))
    order = [settings.names[line.player] for line in results.standings() if line.player < settings.own]
    met = [each for each in _meetings(settings, results) if {each.bot, each.opponent} <= set(order)]
    if met:
        screen.print(*crosstables(settings.rules.name, order, met, screen.width), sep="\n")


def document(results: Results, decision: str) -> dict[str, Any]:
    """Return the results for programs."""
    settings = results.settings
    strengths = results.strengths() if results.boards else {}
    lines = results.standings() if results.boards else []
    found: dict[str, Any] = {
        "variant": settings.rules.name,
        "seed": settings.seed,
        "boards": results.boards,
        "games": results.boards * settings.sides,
        "bots": [_line(settings, results, line, strengths[line.player]) for line in lines],
        "crosstable": [
            {
                "bot": settings.names[each.player],
                "opponent": settings.names[each.opponent],
                "boards": each.boards,
                "score": each.score,
                "interval": each.interval,
            }
            for each in results.crosstable()
        ],
    }
    if settings.terms is not None:
        stronger, not_stronger = results.evidence.log_wealths(settings.terms)
        found["gate"] = {
            "decision": decision or "undecided",
            "deals": results.evidence.deals,
            "log_wealth_stronger": stronger,
            "log_wealth_not_stronger": not_stronger,
        }
    return found


def _whole(variants: Sequence[Results]) -> list[dict[str, Any]]:
    """Return a line for each bot over all variants, each of which counts equally; fillers are left out."""
    settings = variants[0].settings
    lines = whole_standings(results.standings() for results in variants if results.boards)
    return [
        {
            "bot": settings.names[line.player],
            "variants": line.variants,
            "score": line.score,
            "interval": line.interval,
            "boards": line.boards,
            "infractions": dict(sum((results.faults[line.player] for results in variants), Counter())),
            "deaths": sum(results.deaths[line.player] for results in variants),
        }
        for line in lines
        if line.player < settings.own
    ]


def _pooled(variants: Sequence[Results]) -> Table:
    begun = sum(results.boards > 0 for results in variants)
    title = f"All variants, each counts equally: {begun} of {len(variants)}"
    rows = table(title, "", "bot", "score", "95% interval", "variants", "boards", "faults", "deaths", numbers=6)
    for place, line in enumerate(_whole(variants), start=1):
        told, counts = _told_faults(line["infractions"]), (line["variants"], line["boards"])
        between = _between(line["interval"]).strip(" []") or "-"
        rows.add_row(
            *(str(place), line["bot"], f"{line['score']:.3f}", between, *map(str, counts), told, str(line["deaths"]))
        )
    return rows


def _told_faults(faults: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {reason}" for reason, count in sorted(faults.items())) or "0"


def _line(settings: Settings, results: Results, line: Standing, strength: Strength) -> dict[str, Any]:
    return {
        "bot": settings.names[line.player],
        "filler": line.player >= settings.own,
        "score": line.score,
        "interval": line.interval,
        "board_elo": strength.elo,
        "board_elo_interval": [strength.low, strength.high],
        "boards": line.boards,
        "points_a_game": line.points,
        "infractions": dict(results.faults[line.player]),
        "deaths": results.deaths[line.player],
    }


def _standings(settings: Settings, results: Results) -> Table:
    columns = ("", "bot", "score", "95% interval", "board Elo", "95% interval", "boards", "points\na game")
    title = f"{settings.rules.name}: {results.boards} boards of {settings.sides} games, seed {settings.seed}"
    if settings.terms is not None:
        title += "; intervals are fixed (95% for a number of boards that was set beforehand)"
    rows = table(title, *columns, "faults", "deaths", numbers=8)
    strengths = results.strengths()
    for place, line in enumerate(results.standings(), start=1):
        strength, faults = strengths[line.player], results.faults[line.player]
        name = settings.names[line.player] + " (filler)" * (line.player >= settings.own)
        told, between = _told_faults(faults), _between(line.interval).strip(" []") or "-"
        rows.add_row(
            *(str(place), name, f"{line.score:.3f}", between, f"{strength.elo:.0f}"),
            *(_reach(strength), str(line.boards), f"{line.points:.1f}", told, str(results.deaths[line.player])),
        )
    return rows


def _gate(settings: Settings, results: Results, decision: str) -> list[str]:
    assert settings.terms is not None
    new, old = settings.names[:2]
    said = {"stronger": f"{new} is stronger than {old}", "not stronger": f"{new} is not stronger than {old}"}
    evidence, terms = results.evidence, settings.terms
    stronger, not_stronger = (exp(min(each, 700.0)) for each in evidence.log_wealths(terms))
    lines = [said.get(decision, f"undecided whether {new} is stronger than {old}")]
    lines.append(
        f"stronger {stronger:.3g} of {1 / terms.alpha:.3g}, not stronger {not_stronger:.3g} of {1 / terms.beta:.3g}:"
        f" more than {terms.above:g} or less than {terms.below:g} board Elo, {evidence.deals} deals"
    )
    estimate = evidence.pooled()
    if estimate is not None:
        elo, low, high = (ELO * each for each in (estimate.difference, estimate.low, estimate.high))
        score = f"score {estimate.difference:+.4f} [{estimate.low:+.4f}, {estimate.high:+.4f}]"
        lines.append(
            f"so far, sequential (95% whenever one looks): board Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}], {score}"
        )
    return lines


def _meetings(settings: Settings, results: Results) -> list[Meeting]:
    return [
        Meeting(
            bot=settings.names[each.player],
            opponent=settings.names[each.opponent],
            boards=each.boards,
            score=each.score,
            low=each.interval[0] if each.interval else None,
            high=each.interval[1] if each.interval else None,
        )
        for each in results.crosstable()
    ]


def _between(interval: Interval | None) -> str:
    return f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""


def _reach(strength: Strength) -> str:
    if strength.low is None and strength.high is None:
        return "-"
    low = "" if strength.low is None else f"{strength.low:.0f}"
    high = "" if strength.high is None else f"{strength.high:.0f}"
    return f"{low}..{high}"

"""Print the progress and the results of a match."""

import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from arena.cli.terminal.printing import console, note, percents, print_json, table
from arena.cli.terminal.tables import crosstable_with_legend
from arena.escapes import escape
from arena.league.gates.betting import ELO
from arena.league.ratings.interval import Interval
from arena.league.ratings.standings import whole_standings
from arena.league.ratings.strengths import PlayerStrength
from arena.match.plan import Settings
from arena.match.results import Results
from arena.wire.gen.standings_pb2 import Meeting

GATE_STEP = 100  # boards of a gate between two lines of progress; most gates end long before their last deal
NEXT = "next: more --boards to be surer, and --out FILE to see which boards and cards cost points"


def show_progress(text: str, boards: int, total: int, steps: int = 10) -> None:
    """Rewrite the line *text* on standard error; if that is not a terminal, print *steps* lines in all.

    *boards* of *total* boards are played. *text* is not escaped: it has only numbers, variants and names that `Program`
    has checked.
    """
    if sys.stderr.isatty():
        end = "\n" if boards == total else "\r"
        print(f"{text:<70}", end=end, file=sys.stderr, flush=True)  # noqa: T201
    elif boards * steps // total > (boards - 1) * steps // total:
        note(text)


def show_results_so_far(results: Results, total: int, with_variant: bool) -> None:
    """Show the number of boards played and the first bot's score so far; *total*: number of boards."""
    settings = results.settings
    text = f"{settings.rules.name}, " * with_variant + f"board {results.boards} of {total}"
    for line in results.standings():
        if line.player == 0:  # absent if the gate's boards so far have line-ups without the first bot
            text += f": {settings.names[0]} {line.score:.3f}{_bracket(line.interval)}"
    show_progress(text, results.boards, total, steps=10 if settings.terms is None else max(10, total // GATE_STEP))


def print_results(variants: Sequence[Results], decision: str, as_json: bool, out: str | None) -> None:
    """Print the results of each variant, and of all together.

    *decision*: that of a gate, "" for none. *out*: the file of the records, if any.
    """
    if as_json:
        documents = [_document(results, decision) for results in variants]
        print_json(documents[0] if len(documents) == 1 else {"variants": documents, "whole": _whole(variants)})
        return
    begun = [results for results in variants if results.boards]
    for results in begun:
        _print_variant(results, decision)
    if not begun:
        console().print("no board is complete yet")
    elif len(variants) > 1:
        console().print(_pooled(variants))
    if out is None and begun and begun[0].settings.terms is None:
        console().print(NEXT)
    for results in begun if out is not None else ():
        console().print(*_list_losses(results, out or ""), sep="\n", soft_wrap=True)


def _list_losses(results: Results, file: str) -> Iterator[str]:
    """Yield a line for each of the first bot's costliest games, with the command that shows its cards."""
    if results.losses:
        yield f"costliest games of {results.settings.names[0]}: fewer points than another with the same cards"
    for lost in results.losses:
        command = f"arena replay {shlex.quote(file)} --game {lost.game} --check --seat {lost.seat}"
        yield f"{lost.points:>6} fewer: {command}"


def _print_variant(results: Results, decision: str) -> None:
    settings, screen = results.settings, console()
    screen.print(_standings(settings, results))
    names, first = settings.names, settings.names[0]
    own = {place: line.player for place, line in enumerate(results.standings(), 1) if line.player < settings.own}
    met = [
        Meeting(bot=names[each.player], opponent=names[each.opponent], score=each.score, low=each.low, high=each.high)
        for each in results.crosstable()
        if settings.own == 1 or max(each.player, each.opponent) < settings.own  # of a bot alone, also with fillers
    ]
    if settings.own > 1 and met:
        bots = [names[player] for player in own.values()]
        screen.print(*crosstable_with_legend(settings.rules.name, bots, met, [*own]), sep="\n")
    if settings.terms is not None:
        screen.print(*_gate_lines(settings, results, decision), sep="\n")
    else:
        screen.print(*(compare_bots(each, first) for each in met if first in (each.bot, each.opponent)), sep="\n")


def compare_bots(met: Meeting, bot: str) -> str:
    """Return a sentence that says whether *bot* is stronger or weaker than its opponent in a meeting."""
    is_turned = met.bot != bot
    score, *interval = percents(met, is_turned)
    other, ends = met.bot if is_turned else met.opponent, f"{score} to {100 - int(score)}"
    if not interval:
        return f"{bot} against {other}, {ends}: too few boards to tell (10 or more can)"
    low, high = map(int, interval[0].split("-"))
    verb, verdict = ("beats", "stronger") if low > 50 else ("loses to", "weaker")
    if low <= 50 <= high:
        verb, verdict = "against", "too close to tell"
    return f"{bot} {verb} {other}, {ends} (95%: {low} to {high}): {verdict}"


def _document(results: Results, decision: str) -> dict[str, Any]:
    settings = results.settings
    strengths = results.strengths() if results.boards else {}
    document: dict[str, Any] = {
        "variant": settings.rules.name,
        "seed": settings.seed,
        "boards": results.boards,
        "games": results.boards * settings.sides,
        "bots": [
            {
                "bot": settings.names[line.player],
                "filler": line.player >= settings.own,
                "score": line.score,
                "interval": line.interval,
                "board_elo": strengths[line.player].elo,
                "board_elo_interval": [strengths[line.player].low, strengths[line.player].high],
                "boards": line.boards,
                "points_a_game": line.points,
                "infractions": dict(results.infractions[line.player]),
                "deaths": results.deaths[line.player],
            }
            for line in (results.standings() if results.boards else [])
        ],
        "losses": [lost._asdict() for lost in results.losses],
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
        document["gate"] = {
            "decision": decision or "undecided",
            "deals": results.evidence.deals,
            "log_wealth_stronger": stronger,
            "log_wealth_not_stronger": not_stronger,
            "warning": results.evidence.warning(settings.names[0], settings.names[1], bool(decision)),
        }
    return document


def _whole(variants: Sequence[Results]) -> list[dict[str, Any]]:
    """Return the JSON object of each bot, except fillers: its results over all variants with equal weight."""
    settings = variants[0].settings
    return [
        {
            "bot": settings.names[line.player],
            "variants": line.variants,
            "score": line.score,
            "interval": line.interval,
            "boards": line.boards,
            "infractions": dict(sum((results.infractions[line.player] for results in variants), Counter())),
            "deaths": sum(results.deaths[line.player] for results in variants),
        }
        for line in whole_standings(results.standings() for results in variants if results.boards)
        if line.player < settings.own
    ]


def _pooled(variants: Sequence[Results]) -> Table:
    begun = sum(results.boards > 0 for results in variants)
    title = f"All variants, each counts equally: {begun} of {len(variants)}"
    rows = table(title, "", "bot", "score", "95% interval", "variants", "boards", "infractions", "deaths", numbers=6)
    for place, line in enumerate(_whole(variants), start=1):
        interval = _bracket(line["interval"]).strip(" []") or "-"
        counts = (str(line["variants"]), str(line["boards"]), format_infractions(line["infractions"]))
        rows.add_row(str(place), line["bot"], f"{line['score']:.3f}", interval, *counts, str(line["deaths"]))
    return rows


def format_infractions(counts: Mapping[str, int]) -> Text:
    """Format numbers of infractions by reason, one a line, as "2 illegal"; "0" for none."""
    return Text("\n".join(f"{count} {escape(reason)}" for reason, count in sorted(counts.items())) or "0")


def _standings(settings: Settings, results: Results) -> Table:
    columns = ("", "bot", "score", "95% interval", "board Elo", "boards", "points\na game", "infractions", "deaths")
    title = f"{settings.rules.name}: {results.boards} boards of {settings.sides} games, seed {settings.seed}"
    if settings.terms is not None:
        title += "; intervals are 95% only for a number of boards that was set in advance"
    rows = table(title, *columns, numbers=7)
    strengths = results.strengths()
    for place, line in enumerate(results.standings(), start=1):
        strength, infractions = strengths[line.player], format_infractions(results.infractions[line.player])
        name = settings.names[line.player] + " (filler)" * (line.player >= settings.own)
        interval = _bracket(line.interval).strip(" []") or "-"
        counts = (str(line.boards), f"{line.points:.1f}", infractions, str(results.deaths[line.player]))
        rows.add_row(str(place), name, f"{line.score:.3f}", interval, _elo(strength), *counts)
    return rows


def _gate_lines(settings: Settings, results: Results, decision: str) -> list[str]:
    assert settings.terms is not None
    (new, old), evidence = settings.names[:2], results.evidence
    verdict = f"{new} is {decision} than {old}" if decision else f"undecided whether {new} is stronger than {old}"
    estimate = evidence.pooled()
    if estimate is not None:
        elo, low, high = (ELO * each for each in (estimate.difference, estimate.low, estimate.high))
        verdict += (
            f": {100 * estimate.difference:+.1f} points of 100 a deal, board Elo {elo:+.0f} [{low:+.0f}, {high:+.0f}]"
        )
    terms = f"more than {settings.terms.above:g} or less than {settings.terms.below:g} board Elo"
    lines = [verdict, f"{evidence.deals} deals; it decides at {terms}, and the interval is valid at any time (95%)"]
    if decision and estimate is not None and estimate.low <= 0 <= estimate.high:
        lines.append("the gate's bets on each deal may decide before this interval excludes 0")
    return [*lines, *filter(None, [evidence.warning(new, old, bool(decision))])]


def _bracket(interval: Interval | None) -> str:
    return f" [{interval[0]:.3f}, {interval[1]:.3f}]" if interval else ""


def _elo(strength: PlayerStrength) -> str:
    low, high = ("" if each is None else f"{each:.0f}" for each in (strength.low, strength.high))
    return f"{strength.elo:.0f}" + f" ({low}..{high})" * bool(low or high)

"""`arena bot stats` and `versus`: what a bot does, and how two compare."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import click
from rich.table import Table

from arena.api.columns import HEAD_TO_HEAD, as_dict
from arena.api.labels import flagged, is_marked
from arena.cli.completing import BOT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.explaining import explain_option, show
from arena.cli.terminal.printing import Row, console, listing, print_csv, print_listing, say, table
from arena.cli.terminal.tables import pool_label, pools_label
from arena.cli.tournament.standings import WHOLE, variant_option
from arena.rules import find
from arena.wire.gen.measures_pb2 import (
    Calls,
    GetPlayStatisticsRequest,
    GetPlayStatisticsResponse,
    PlayFigure,
    VariantPlay,
)
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetHeadToHeadResponse, HeadToHead, PooledMeeting

COLUMNS: Final = ("bot", "variant", "revision", "games", "name", "unit", "value", "of", "field")


@click.command
@click.argument("name", metavar="NAME[@VERSION]", type=BOT)
@variant_option
@asking_for_rows
def stats(name: str, variant: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show what a bot bids, makes and scores, beside all others.

    Of the closed rated boards, of no gate or challenge; NAME alone is its newest version.
    """
    request = GetPlayStatisticsRequest(bot=name, variant=variant)
    answer = service.ask(lambda people: people.GetPlayStatistics, request, as_json)
    if as_csv:
        print_csv(COLUMNS, _rows(answer))
    elif not answer.variants:
        say(f"{answer.bot} has no closed rated board there yet: gates and challenges are not rated")
    for line in () if as_csv else answer.variants:
        console().print(_table(answer.bot, line), *_calls(line), *flagged(line.findings), sep="\n")


def _table(bot: str, line: VariantPlay) -> Table:
    variant = line.variant if line.revision == 1 else f"{line.variant} (revision {line.revision})"
    mark = " !" * is_marked(bot, line.findings)
    title = f"{bot}{mark}, {variant} ({pools_label(line.pools)}): {line.games} games"
    rows = table(title, "figure", "this bot", "of", "all others", numbers=3)
    for each in line.figures:
        rows.add_row(each.name, _value(each, "value"), str(each.of), _value(each, "field"))
    return rows


def _calls(line: VariantPlay) -> Iterable[Table]:
    """Yield the bids, where there are any."""
    if line.calls:
        what = "bids" if find(line.variant).bags is not None else "contracts"
        columns = (what, "times", "made", "95%", "points a hand", "others: times", "made", "points a hand")
        rows = table(f"{line.variant}: {what}, how often they were made", *columns, numbers=7)
        for each in line.calls:
            rows.add_row(each.name, *_called(each))
        yield rows


def _called(each: Calls) -> Iterable[str]:
    between = f"{100 * each.low:.0f}-{100 * each.high:.0f}" if each.HasField("low") else ""
    made, points = _share(each, "made"), f"{each.points:.1f}" if each.HasField("points") else ""
    field = f"{each.field_points:.1f}" if each.HasField("field_points") else ""
    return str(each.called), made, between, points, str(each.field_called), _share(each, "field_made"), field


def _share(each: Calls, field: str) -> str:
    return f"{100 * getattr(each, field):.0f}%" if each.HasField(field) else ""  # type: ignore[arg-type]


def _value(each: PlayFigure, field: str) -> str:
    if not each.HasField(field):  # type: ignore[arg-type]
        return ""
    value: float = getattr(each, field)
    return f"{100 * value:.1f}%" if each.unit == "share" else f"{value:.2f} {each.unit}"


def _rows(answer: GetPlayStatisticsResponse) -> Iterable[dict[str, Any]]:
    for line in answer.variants:
        for each in line.figures:
            of = {"bot": answer.bot, "variant": line.variant, "revision": line.revision, "games": line.games}
            yield as_dict(each) | of | {"pool": pools_label(line.pools)}


@click.command
@click.argument("bot", metavar="A", type=BOT)
@click.argument("opponent", metavar="B", type=BOT)
@click.option("--tournament", default="", metavar="NAME", help="Count only boards of this tournament; default: all.")
@variant_option
@explain_option
@asking_for_rows
def versus(
    bot: str, opponent: str, tournament: str, variant: str, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """Show the results of the bots A and B against each other.

    They are given as name@version, or name for its newest. With 95% intervals, by variant, pool and
    rated format, and for each pool all variants as one, in which each counts equally; of the closed
    rated boards on which they are compared.
    """
    request = GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament, variant=variant)
    answer = service.ask(lambda people: people.GetHeadToHead, request, as_json)
    if as_csv:
        print_listing(HEAD_TO_HEAD, _head_to_head_rows(answer))
    elif not answer.variants:
        met = f"{answer.bot} and {answer.opponent} have not met"
        say(f"{met} on a closed rated board: gates and challenges are not rated")
    else:
        title = f"{answer.bot} against {answer.opponent} ({pools_label(answer.pools)}), in percent of a score"
        show([listing(title, HEAD_TO_HEAD, [*answer.variants, *map(_whole, answer.wholes)])], explain)


def _whole(found: PooledMeeting) -> HeadToHead:
    """Return the line of all variants of a pool as one, which has no points: those of games differ."""
    meeting = found.meeting
    line = HeadToHead(
        variant=WHOLE, revision=1, boards=meeting.boards, score=meeting.score, error=meeting.error, pool=found.pool
    )
    if meeting.HasField("low"):
        line.low, line.high = meeting.low, meeting.high
    return line


def _head_to_head_rows(answer: GetHeadToHeadResponse) -> Iterator[Row]:
    names = {"bot": answer.bot, "opponent": answer.opponent}
    for line in answer.variants:
        yield names | {"pool": pool_label(line.pool)}, line
    for each in answer.wholes:
        yield names | {"variant": WHOLE, "pool": pool_label(each.pool)}, each.meeting

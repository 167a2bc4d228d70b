"""`arena bot stats`: what a bot does, beside all others."""

from collections.abc import Iterable
from typing import Any, Final

import click
from rich.table import Table

from arena.api.labels import passed_limits, with_mark
from arena.cli.completing import BOT
from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.printing import console, say, table
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import pools_label
from arena.cli.tournament.standings import variant_option
from arena.rules import find
from arena.wire.gen.measures_pb2 import (
    Calls,
    GetPlayStatisticsRequest,
    GetPlayStatisticsResponse,
    PlayFigure,
    VariantPlay,
)

COLUMNS: Final = ("bot", "variant", "revision", "games", "name", "unit", "value", "of", "field")


@click.command
@click.argument("name", metavar="NAME[@VERSION]", type=BOT)
@variant_option
@asking_for_rows
def stats(name: str, variant: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Tell what a bot bids, makes and scores with, beside all others.

    Of the closed rated boards, of no gate or challenge; NAME alone is its newest version.
    """
    request = GetPlayStatisticsRequest(bot=name, variant=variant)
    answer = service.ask(lambda people: people.GetPlayStatistics, request, as_json)
    if as_csv:
        print_csv(COLUMNS, _rows(answer))
    elif not answer.variants:
        say(f"{answer.bot} has no closed rated board there yet: gates and challenges are not rated")
    for line in () if as_csv else answer.variants:
        console().print(_table(answer.bot, line), *_calls(line), *passed_limits(line.marks), sep="\n")


def _table(bot: str, line: VariantPlay) -> Table:
    variant = line.variant if line.revision == 1 else f"{line.variant} (revision {line.revision})"
    title = f"{with_mark(bot, line.marks)}, {variant} ({pools_label(line.pools)}): {line.games} games"
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

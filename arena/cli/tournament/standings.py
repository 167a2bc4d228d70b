"""`arena tournament standings` and `crosstable`: ranks and mutual scores."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import click
from rich.console import RenderableType

from arena.api.columns import LUCK, MEETINGS, STANDINGS, as_dict
from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.explaining import explain_option, show
from arena.cli.terminal.printing import Row, console, listing, print_json, print_listing
from arena.cli.terminal.tables import crosstables, label_of, pool_of, standings_tables
from arena.wire.gen.measures_pb2 import GetLuckRequest, LuckTable
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Meeting, Standing, Total

WHOLE: Final = "all variants"
variant_option: Callable[[Any], Any] = click.option("--variant", default="", help="Show only this variant.")


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--luck", is_flag=True, help="Show points, and points minus luck as a house bot measures it.")
@explain_option
@asking_for_rows
def standings(
    name: str, variant: str, luck: bool, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """Show standings and crosstables of NAME.

    They are of the boards closed so far, by variant, and of all variants as one, in which each counts equally.
    """
    if luck:
        _less_luck(service, name, variant, explain, as_json, as_csv)
        return
    request = GetStandingsRequest(name=name, variant=variant)
    answer = service.ask(lambda people: people.GetStandings, request, as_json)
    if as_csv:
        print_listing(STANDINGS, _standing_rows(answer), pool_of(answer.tournament))
    else:
        show(standings_tables(answer, console().width), explain)


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@explain_option
@asking_for_rows
def crosstable(name: str, variant: str, explain: bool, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show the crosstable of NAME with 95% intervals.

    It is of the boards closed so far, by variant, and of all variants as one, in which each counts equally.
    """
    answer = service.ask(lambda people: people.GetStandings, GetStandingsRequest(name=name, variant=variant))
    if as_json:
        for each in answer.variants:
            del each.standings[:]
        if answer.HasField("whole"):
            del answer.whole.standings[:]
        print_json(as_dict(answer))
    elif as_csv:
        print_listing(MEETINGS, _meeting_rows(answer), pool_of(answer.tournament))
    else:
        show(_shown(answer, console().width), explain)


def _less_luck(service: Service, name: str, variant: str, explain: bool, as_json: bool, as_csv: bool) -> None:
    request = GetLuckRequest(name=name, variant=variant)
    answer = service.ask(lambda people: people.GetLuck, request, as_json)
    if as_csv:
        lines: Iterable[Row] = (({"variant": each.variant}, line) for each in answer.tables for line in each.lines)
        print_listing(LUCK, lines, pool_of(answer.tournament))
    else:
        tables = [(label_of(answer.tournament, each.variant), each) for each in answer.tables]
        show((part for label, each in tables for part in _luck_tables(label, each)), explain)


def _luck_tables(label: str, found: LuckTable) -> Iterator[RenderableType]:
    """Yield points with and without luck, and boards awaiting the house bot."""
    if found.lines:
        title = f"{found.variant}: {label}, points as they are and less luck"
        yield listing(title, LUCK, found.lines, is_ranked=True)
    if found.waiting:
        yield f"{found.variant}: {found.waiting} boards wait for the house bot to play them: ask again"
    if found.impossible:
        yield f"{found.variant}: {found.impossible} boards were played under rules that this release does not have"


def _shown(answer: GetStandingsResponse, width: int) -> Iterator[RenderableType]:
    for name, lines, met in _parts(answer):
        title = f"{name}: {label_of(answer.tournament, '' if name == WHOLE else name)}"
        if met:
            yield from crosstables(title, [line.bot for line in lines], met, width)
        else:
            yield f"{title}: no board is closed yet"


def _parts(
    answer: GetStandingsResponse,
) -> Iterator[tuple[str, list[Standing] | list[Total], list[Meeting]]]:
    """Each variant, and then all as one: its name, standings and crosstable."""
    for variant in answer.variants:
        yield variant.variant, list(variant.standings), list(variant.crosstable)
    if answer.HasField("whole"):
        yield WHOLE, list(answer.whole.standings), list(answer.whole.crosstable)


def _standing_rows(answer: GetStandingsResponse) -> Iterator[Row]:
    for name, lines, _ in _parts(answer):
        for place, line in enumerate(lines, start=1):
            yield {"variant": name, "place": place}, line


def _meeting_rows(answer: GetStandingsResponse) -> Iterator[Row]:
    for name, _, met in _parts(answer):
        for meeting in met:
            yield {"variant": name}, meeting

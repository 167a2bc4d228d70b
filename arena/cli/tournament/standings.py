"""`arena tournament standings`, `crosstable`, `seats` and `findings`: results of the closed boards."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby

import click
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.api.columns import FINDINGS, LUCK, MEETINGS, SEAT_SCORES, STANDINGS, as_dict
from arena.api.labels import flagged
from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.printing import (
    Decorator,
    Row,
    console,
    explain_option,
    listing,
    note,
    percents,
    print_json,
    print_listing,
    show,
    table,
    wide_option,
)
from arena.cli.terminal.tables import crosstable_with_legend, label_of, parts_of, pool_of, standings_tables, title_of
from arena.wire.gen import measures_pb2 as pb
from arena.wire.gen.ratings_pb2 import Finding
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse
from arena.wire.gen.tournaments_pb2 import Tournament

variant_option: Decorator = click.option("--variant", default="", help="Show only this variant.")


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--luck", is_flag=True, help="Show points, and points minus luck, measured by a house bot.")
@explain_option
@asking_for_rows
def standings(
    name: str, variant: str, luck: bool, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """Show standings and crosstables of NAME.

    They cover the boards closed so far: by variant, and over all variants with equal weight. For a
    ladder, compare ratings, not mean scores, because bots meet bots of close strength.
    """
    if luck:
        _show_luck(service, name, variant, explain, as_json, as_csv)
        return
    request = GetStandingsRequest(name=name, variant=variant)
    answer = service.ask(lambda people: people.GetStandings, request, as_json)
    if as_csv:
        rows: Iterable[Row] = (
            ({"variant": part, "place": place}, line)
            for part, lines, _ in parts_of(answer)
            for place, line in enumerate(lines, start=1)
        )
        print_listing(STANDINGS, rows, pool_of(answer.tournament))
    else:
        show(standings_tables(answer), explain)
    if following := answer.tournament.next_season:
        note(f"this season is over; its ladder continues as {following}")


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@explain_option
@asking_for_rows
def crosstable(name: str, variant: str, explain: bool, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show the crosstable of NAME with 95% intervals.

    It covers the boards closed so far: by variant, and over all variants with equal weight.
    """
    answer = service.ask(lambda people: people.GetStandings, GetStandingsRequest(name=name, variant=variant))
    if as_json:
        for each in answer.variants:
            del each.standings[:]
        if answer.HasField("whole"):
            del answer.whole.standings[:]
        print_json(as_dict(answer))
    elif as_csv:
        rows: Iterable[Row] = (({"variant": part}, meeting) for part, _, met in parts_of(answer) for meeting in met)
        print_listing(MEETINGS, rows, pool_of(answer.tournament))
    else:
        show(_crosstables(answer), explain)


def _crosstables(answer: GetStandingsResponse) -> Iterator[RenderableType]:
    for name, lines, met in parts_of(answer):
        title = title_of(answer.tournament, name)
        if met:
            yield from crosstable_with_legend(title, [line.bot for line in lines], met)
        else:
            yield f"{title}: no board is closed yet"


def _show_luck(service: Service, name: str, variant: str, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = service.ask(lambda people: people.GetLuck, pb.GetLuckRequest(name=name, variant=variant), as_json)
    if as_csv:
        lines: Iterable[Row] = (({"variant": each.variant}, line) for each in answer.tables for line in each.lines)
        print_listing(LUCK, lines, pool_of(answer.tournament))
    else:
        tables = [(label_of(answer.tournament, each.variant), each) for each in answer.tables]
        show((part for label, each in tables for part in _luck_tables(label, each)), explain)


def _luck_tables(label: str, luck: pb.LuckTable) -> Iterator[RenderableType]:
    if luck.lines:
        title = f"{luck.variant}: {label}, points as they are and less luck"
        yield listing(title, LUCK, luck.lines, is_ranked=True)
    if luck.waiting:
        yield f"{luck.variant}: {luck.waiting} boards wait for the house bot to play them; ask again"
    if luck.impossible:
        yield f"{luck.variant}: {luck.impossible} boards were played under rules that this release does not have"


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--bot", default="", help="Show only this bot, NAME or NAME@VERSION.")
@wide_option
@asking_for_rows
def seats(name: str, variant: str, bot: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show the scores of each bot of NAME by seat.

    The scores are means over the boards closed so far. Seats are numbered by their place after the
    first dealer; with partners, sides are. For the value of a seat over all bots use `arena ratings
    --seats`.
    """
    request = pb.GetSeatScoresRequest(name=name, variant=variant, bot=bot)
    answer = service.ask(lambda people: people.GetSeatScores, request, as_json)
    if as_csv:
        rows: Iterable[Row] = (  # the column bot is empty in lines of all bots together
            ({"variant": each.variant}, line) for each in answer.variants for line in (*each.seats, *each.whole)
        )
        print_listing(SEAT_SCORES, rows, pool_of(answer.tournament))
    else:
        console().print(*(_seats_table(answer.tournament, each) for each in answer.variants), sep="\n")


def _seats_table(tournament: Tournament, variant: pb.VariantSeats) -> Table | str:
    title = title_of(tournament, variant.variant)
    if not variant.seats:
        return f"{title}: no board is closed yet"
    what = "seat (dealers are drawn)" if variant.drawn else "place after who deals first"
    means = "percent of a score with its 95% interval, and points a game"
    places = [line.place for line in variant.whole]
    rows = table(f"{title}: {means}, by {what}", "bot", *map(str, places), "games", numbers=len(places) + 1)
    by_bot: dict[str, dict[int, pb.SeatScore]] = defaultdict(dict)
    for line in variant.seats:
        by_bot[line.bot][line.place] = line
    by_bot["all"] = {line.place: line for line in variant.whole}
    for bot, lines in by_bot.items():
        cells = {place: Text("\n".join([*percents(line), f"{line.points:.0f}"])) for place, line in lines.items()}
        games = sum(line.games for line in lines.values())
        rows.add_row(bot, *(cells.get(place, "") for place in places), str(games))
    return rows


@click.command(hidden=True)
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--all", "everything", is_flag=True, help="Include findings that are not flagged.")
@explain_option
@asking_for_rows
def findings(
    name: str, variant: str, everything: bool, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """List the flagged findings about NAME.

    They cover memory of deals, bots that help each other, seats, voided boards and exceeded limits.
    --json and --csv list all measurements.
    """
    answer = service.ask(lambda people: people.GetFindings, pb.GetFindingsRequest(name=name, variant=variant), as_json)
    if as_csv:
        print_listing(FINDINGS, (({}, each) for each in answer.findings), pool_of(answer.tournament))
    else:
        show(_findings(answer, everything), explain)


def _findings(answer: pb.GetFindingsResponse, everything: bool) -> Iterator[Table | str]:
    listed = [each for each in answer.findings if everything or each.flagged]
    for variant, own in groupby(listed, key=lambda each: each.variant):
        yield from finding_tables(title_of(answer.tournament, variant), own)
    if more := len(answer.findings) - len(listed):
        yield f"{more} more measurements are not flagged: --all lists them"
    elif not listed:
        yield "no board is closed yet"


def finding_tables(title: str, findings: Iterable[Finding]) -> Iterator[Table | str]:
    """Yield a table of *findings*, then a sentence for each flagged one; *title*: first words of the title."""
    rows = list(findings)
    yield listing(f"{title}: findings", FINDINGS, rows)
    yield from flagged(rows)

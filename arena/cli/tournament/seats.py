"""`arena tournament seats`."""

from collections import defaultdict
from collections.abc import Iterator

import click
from rich.table import Table

from arena.api.columns import SEAT_SCORES
from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.printing import Row, console, percents, print_listing, table
from arena.cli.terminal.tables import pool_of, title_of
from arena.cli.tournament.standings import variant_option
from arena.wire.gen.measures_pb2 import GetSeatScoresRequest, GetSeatScoresResponse, SeatScore, VariantSeats
from arena.wire.gen.tournaments_pb2 import Tournament


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--bot", default="", help="Show only this bot, NAME or NAME@VERSION.")
@asking_for_rows
def seats(name: str, variant: str, bot: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show what each bot of NAME scored from each seat.

    Plain means of the boards closed so far. Seats are told by their place after who deals first
    (where partners play, the side's).
    `arena ratings --seats` shows what a seat is worth over all bots.
    """
    request = GetSeatScoresRequest(name=name, variant=variant, bot=bot)
    answer = service.ask(lambda people: people.GetSeatScores, request, as_json)
    if as_csv:
        print_listing(SEAT_SCORES, _rows(answer), pool_of(answer.tournament))
    else:
        console().print(*_tables(answer), sep="\n")


def _tables(answer: GetSeatScoresResponse) -> Iterator[Table | str]:
    for variant in answer.variants:
        if variant.seats:
            yield _table(answer.tournament, variant)
        else:
            yield f"{title_of(answer.tournament, variant.variant)}: no board is closed yet"


def _table(tournament: Tournament, variant: VariantSeats) -> Table:
    """Return a column for each place.

    Score in percent with its 95% interval, and points a game.
    """
    what = "seat (dealers are drawn)" if variant.drawn else "place after who deals first"
    means = "percent of a score with its 95% interval, and points a game"
    title = f"{title_of(tournament, variant.variant)}: {means}, by {what}"
    places = [line.place for line in variant.whole]
    rows = table(title, "bot", *map(str, places), "games", numbers=len(places) + 1)
    by_bot: dict[str, dict[int, SeatScore]] = defaultdict(dict)
    for line in variant.seats:
        by_bot[line.bot][line.place] = line
    by_bot["all"] = {line.place: line for line in variant.whole}
    for bot, lines in by_bot.items():
        found = {place: f"{' '.join(percents(line))}, {line.points:.0f}" for place, line in lines.items()}
        cells = [found.get(place, "") for place in places]
        rows.add_row(bot, *cells, str(sum(line.games for line in lines.values())))
    return rows


def _rows(answer: GetSeatScoresResponse) -> Iterator[Row]:
    """Of all bots together `bot` is empty."""
    for variant in answer.variants:
        for line in (*variant.seats, *variant.whole):
            yield {"variant": variant.variant}, line

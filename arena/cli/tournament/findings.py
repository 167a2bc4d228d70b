"""`arena tournament memory`, `transfers` and `seats`."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, Final

import click
from rich.table import Table

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.printing import console, interval, percents, print_csv, table
from arena.cli.terminal.tables import pool_label, pool_of, title_of
from arena.cli.tournament.standings import variant_option
from arena.wire.gen.measures_pb2 import (
    GetMemoryRequest,
    GetMemoryResponse,
    GetSeatScoresRequest,
    GetSeatScoresResponse,
    GetTransfersRequest,
    GetTransfersResponse,
    SeatScore,
    VariantMemory,
    VariantSeats,
    VariantTransfers,
)
from arena.wire.gen.tournaments_pb2 import Tournament

COLUMNS: Final = ("variant", "bot", "boards", "gain", "low", "high", "flagged")
MEANING: Final = (
    "Flagged: the 99% interval leaves out 0, as luck alone has it for one line in 100. Above 0 a bot scores more on a "
    "deal that it has met before: it may remember the deal, or what it saw from other seats."
)
ON_TRUST: Final = (
    "The pool is `trust`: live bots meet a deal in every rotation, and nothing keeps them from remembering it."
)


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@asking_for_rows
def memory(name: str, variant: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Tell whether bots of NAME do better at a repeated deal.

    Score in the last rotation of a board less that in the first, each less what its seat is worth:
    the mean over the boards closed so far, with its 99% interval.
    """
    answer = service.ask(lambda people: people.GetMemory, GetMemoryRequest(name=name, variant=variant), as_json)
    if as_csv:
        print_csv(COLUMNS, _rows(answer), pool_of(answer.tournament))
    else:
        console().print(*_shown(answer), sep="\n")


def _shown(answer: GetMemoryResponse) -> Iterator[Table | str]:
    for variant in answer.variants:
        if variant.lines:
            yield _table(answer.tournament, variant)
        else:
            yield f"{title_of(answer.tournament, variant.variant)}: no board is closed yet"
    yield MEANING
    if answer.tournament.pool == "trust":
        yield ON_TRUST


def _table(tournament: Tournament, variant: VariantMemory) -> Table:
    title = f"{title_of(tournament, variant.variant)}: last rotation less first, in percent of a score"
    rows = table(title, "bot", "boards", "last less\nfirst", "99% interval", "flagged", numbers=4)
    for line in variant.lines:
        said = ("more" if line.gain > 0 else "less") if line.flagged else ""
        rows.add_row(line.bot, str(line.boards), f"{100 * line.gain:+.1f}", interval(line, "+.1f", 100), said)
    return rows


def _rows(answer: GetMemoryResponse) -> Iterable[dict[str, Any]]:
    for variant in answer.variants:
        for line in variant.lines:
            yield as_dict(line) | {"variant": variant.variant}


TRANSFERS_COLUMNS: Final = ("variant", "helper", "helped", "boards", "more", "error", "chance", "flagged")
SHOWN: Final = 10
TRANSFERS_MEANING: Final = (
    "Flagged: all pairs of the table together, luck alone has it in 1 of 100 tables. It shows that a bot scores more "
    "against third bots while a certain bot sits there, not why."
)


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@asking_for_rows
def transfers(name: str, variant: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Tell whether bots of NAME do better beside a certain bot.

    The mean score against third bots on boards with the helper, less that against the same bots
    without it. The ten least likely pairs, and all that are flagged; --json and --csv have all.
    """
    request = GetTransfersRequest(name=name, variant=variant)
    answer = service.ask(lambda people: people.GetTransfers, request, as_json)
    if as_csv:
        print_csv(TRANSFERS_COLUMNS, _transfers_rows(answer), pool_label(answer.tournament.pool))
    else:
        console().print(*_transfers_shown(answer), sep="\n")


def _transfers_shown(answer: GetTransfersResponse) -> Iterator[Table | str]:
    for variant in answer.variants:
        if variant.lines:
            yield _transfers_table(answer.tournament, variant)
        else:
            yield f"{title_of(answer.tournament, variant.variant)}: no pair has six line-ups together and six apart"
    yield TRANSFERS_MEANING


def _transfers_table(tournament: Tournament, variant: VariantTransfers) -> Table:
    title = f"{title_of(tournament, variant.variant)}: with the helper less without, in percent of a score"
    rows = table(title, "helper", "helped", "boards", "more", "± error", "chance", "flagged", numbers=5)
    for place, line in enumerate(variant.lines):
        if place < SHOWN or line.flagged:
            more, error = f"{100 * line.more:+.1f}", f"{100 * line.error:.1f}"
            said = "yes" if line.flagged else ""
            rows.add_row(line.helper, line.helped, str(line.boards), more, error, f"{line.chance:.2g}", said)
    return rows


def _transfers_rows(answer: GetTransfersResponse) -> Iterable[dict[str, Any]]:
    for variant in answer.variants:
        for line in variant.lines:
            yield as_dict(line) | {"variant": variant.variant}


SEAT_SCORES_COLUMNS: Final = ("variant", "bot", "place", "games", "score", "error", "low", "high", "points")


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--bot", default="", help="Only this one, NAME or NAME@VERSION.")
@asking_for_rows
def seats(name: str, variant: str, bot: str, as_json: bool, as_csv: bool, service: Service) -> None:
    """Show what each bot of NAME scored from each seat.

    Plain means of the boards closed so far. Seats are told by their place after who deals first
    (where partners play, the side's). What a seat is worth, whoever sits there, is told by `arena
    ratings --seats`.
    """
    request = GetSeatScoresRequest(name=name, variant=variant, bot=bot)
    answer = service.ask(lambda people: people.GetSeatScores, request, as_json)
    if as_csv:
        print_csv(SEAT_SCORES_COLUMNS, _seat_scores_rows(answer), pool_of(answer.tournament))
    else:
        console().print(*_tables(answer), sep="\n")


def _tables(answer: GetSeatScoresResponse) -> Iterator[Table | str]:
    for variant in answer.variants:
        if variant.seats:
            yield _seat_scores_table(answer.tournament, variant)
        else:
            yield f"{title_of(answer.tournament, variant.variant)}: no board is closed yet"


def _seat_scores_table(tournament: Tournament, variant: VariantSeats) -> Table:
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


def _seat_scores_rows(answer: GetSeatScoresResponse) -> Iterable[dict[str, Any]]:
    """Of all bots together `bot` is empty."""
    for variant in answer.variants:
        for line in (*variant.seats, *variant.whole):
            yield as_dict(line) | {"variant": variant.variant}

"""`arena tournament games` and `arena export`: list games with results, and export their records."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click

from arena.api.columns import Column, as_dict
from arena.cli.completing import TOURNAMENT
from arena.cli.pages import fetch_pages, rows_options
from arena.cli.service import Service, asking_for_rows, print_json_lines_and_exit, with_service
from arena.cli.terminal.options import Whole
from arena.cli.terminal.printing import Row, console, note, print_listing, say, table
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import pool_label
from arena.cli.tournament.parquet import write_tables
from arena.cli.tournament.standings import variant_option
from arena.files import replaced
from arena.wire.gen.records_pb2 import ExportBoardsRequest, ExportRecordsRequest, ListedGame, ListGamesRequest

FIELDS: Final = "game board rotation variant seat bot rank points ended infractions open loss played"
COLUMNS: Final = tuple(map(Column, FIELDS.split()))


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option(
    "--bot", default="", metavar="B", help="List only games of this bot, NAME@VERSION, or NAME for its newest version."
)
@variant_option
@click.option("--seat", type=Whole(0), help="List only games in which --bot had this seat, counted from 0.")
@click.option("--result", type=click.Choice(["won", "lost"]), help="List only games that --bot won, or did not.")
@click.option("--by-loss", is_flag=True, help="Sort by the points that --bot lost to others with the same cards.")
@click.option("--seat-id", type=Whole(1, 2**64 - 1), metavar="ID", help="List the game with this seat id.")
@click.option("--open", "with_open", is_flag=True, help="Include games of open boards; for operators.")
@rows_options
@asking_for_rows
def games(
    name: str,
    bot: str,
    variant: str,
    seat: int | None,
    result: str | None,
    by_loss: bool,
    seat_id: int | None,
    with_open: bool,
    limit: int | None,
    as_json: bool,
    as_csv: bool,
    service: Service,
) -> None:
    """List the games of NAME with bots by seat, and results.

    It lists games of closed boards, in schedule order. `arena export NAME --game ID` prints the
    record of a game. --by-loss lists at most 200 games, or --limit games. A loss is how many points
    the bot is below the mean of the others with the same cards. With --json it prints a line for
    each game, with --csv a row for each seat.
    """
    about: dict[str, Any] = {"result": result or "", "by_loss": by_loss, "seat_id": seat_id or 0}
    request = ListGamesRequest(name=name, bot=bot, variant=variant, seat=seat, open=with_open, **about)
    pages = fetch_pages(service, request, limit)
    listed = print_json_lines_and_exit((game for page in pages for game in page.games), as_json)
    if as_csv:
        print_listing(COLUMNS, (row for game in listed for row in _rows(game)))
    else:
        _show(name, list(listed))


def _show(name: str, listed: list[ListedGame]) -> None:
    if not listed:
        say(f"{name}: no such games on closed boards")
        return
    title = f"Games of {name} ({pool_label(listed[0].pool)})"
    columns = ("game", "board", "rotation", "variant", "bots by seat, with rank and points", "ended", "infractions")
    has_loss = listed[0].HasField("loss")
    rows = table(title, *columns, *["lost"] * has_loss)
    for game in listed:
        bots = ", ".join(f"{seat.bot} {seat.rank}. {seat.points}" if seat.rank else seat.bot for seat in game.seats)
        ended = f"{game.ended or 'is played'}{' (open)' * game.open}"
        place = (str(game.board), str(game.rotation + 1))
        lost = [f"{game.loss:.1f}"] * has_loss
        rows.add_row(game.game, *place, game.variant, bots, ended, str(game.infractions), *lost)
    console().print(rows)


def _rows(game: ListedGame) -> Iterator[Row]:
    row = as_dict(game) | {"pool": pool_label(game.pool)}
    del row["seats"]
    yield from ((row | {"seat": seat}, player) for seat, player in enumerate(game.seats))


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--game", default="", metavar="ID", help="Export only this game.")
@click.option("--open", "with_open", is_flag=True, help="Include finished games of open boards; for operators.")
@click.option("-o", "--output", metavar="FILE", help="File to write to; default: standard output.")
@click.option(
    "--parquet", "folder", metavar="FOLDER", type=click.Path(path_type=Path), help="Write Parquet tables into FOLDER."
)
@with_service
def export(name: str, game: str, with_open: bool, output: str | None, folder: Path | None, service: Service) -> None:
    """Export the records of a tournament as JSON Lines.

    It writes the tournament NAME, its epochs and its boards, with their published secrets and seeds
    (docs/explanation/seeds.md). Then it writes the records of all games of closed boards, in
    schedule order. With --game it writes that record alone. With --parquet it writes the same games
    as the tables games, hands and decisions (docs/reference/parquet.md).
    """
    request = ExportRecordsRequest(name=name, game=game, open=with_open)
    if folder is not None:
        if output is not None:
            raise Refusal("--output and --parquet are both given; use one of them")
        with service.people() as people:
            answers = people.ExportRecords(request, metadata=service.metadata)
            counts = write_tables((json.loads(answer.record) for answer in answers), folder)
        note(f"{folder}: {', '.join(f'{count:,} {table}' for table, count in counts.items())}")
        return
    if output is None:
        for line in _lines(service, request):
            say(line)
        return
    with replaced(Path(output)) as file:
        file.writelines(f"{line}\n" for line in _lines(service, request))


def _lines(service: Service, request: ExportRecordsRequest) -> Iterator[str]:
    with service.people() as people:
        if not request.game:
            for board in people.ExportBoards(ExportBoardsRequest(name=request.name), metadata=service.metadata):
                yield board.line
        for answer in people.ExportRecords(request, metadata=service.metadata):
            yield answer.record

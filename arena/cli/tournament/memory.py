"""`arena tournament memory`: test whether bots do better on repeated deals."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import click
from rich.table import Table

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.printing import console, interval, table
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import pool_of, title_of
from arena.cli.tournament.standings import variant_option
from arena.wire.gen.measures_pb2 import GetMemoryRequest, GetMemoryResponse, VariantMemory
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

"""`arena tournament transfers`: does a certain bot at the table help another?"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

import click
from rich.table import Table

from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, as_dict, asking_for_rows
from arena.cli.terminal.printing import console, table
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import pool_label, title_of
from arena.cli.tournament.standings import variant_option
from arena.wire.gen.measures_pb2 import GetTransfersRequest, GetTransfersResponse, VariantTransfers
from arena.wire.gen.tournaments_pb2 import Tournament

COLUMNS: Final = ("variant", "helper", "helped", "boards", "more", "error", "chance", "flagged")
SHOWN: Final = 10
MEANING: Final = (
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
        print_csv(COLUMNS, _rows(answer), pool_label(answer.tournament.pool))
    else:
        console().print(*_shown(answer), sep="\n")


def _shown(answer: GetTransfersResponse) -> Iterator[Table | str]:
    for variant in answer.variants:
        if variant.lines:
            yield _table(answer.tournament, variant)
        else:
            yield f"{title_of(answer.tournament, variant.variant)}: no pair has six line-ups together and six apart"
    yield MEANING


def _table(tournament: Tournament, variant: VariantTransfers) -> Table:
    title = f"{title_of(tournament, variant.variant)}: with the helper less without, in percent of a score"
    rows = table(title, "helper", "helped", "boards", "more", "± error", "chance", "flagged", numbers=5)
    for place, line in enumerate(variant.lines):
        if place < SHOWN or line.flagged:
            more, error = f"{100 * line.more:+.1f}", f"{100 * line.error:.1f}"
            said = "yes" if line.flagged else ""
            rows.add_row(line.helper, line.helped, str(line.boards), more, error, f"{line.chance:.2g}", said)
    return rows


def _rows(answer: GetTransfersResponse) -> Iterable[dict[str, Any]]:
    for variant in answer.variants:
        for line in variant.lines:
            yield as_dict(line) | {"variant": variant.variant}

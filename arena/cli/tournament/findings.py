"""`arena tournament findings`."""

from collections.abc import Iterable, Iterator
from itertools import groupby

import click
from rich.table import Table

from arena.api.columns import FINDINGS
from arena.api.labels import flagged
from arena.cli.completing import TOURNAMENT
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.explaining import explain_option, show
from arena.cli.terminal.printing import listing, print_listing
from arena.cli.terminal.tables import pool_of, title_of
from arena.cli.tournament.standings import variant_option
from arena.wire.gen.measures_pb2 import GetFindingsRequest, GetFindingsResponse
from arena.wire.gen.ratings_pb2 import Finding


@click.command
@click.argument("name", type=TOURNAMENT)
@variant_option
@click.option("--all", "everything", is_flag=True, help="Include findings that chance explains.")
@explain_option
@asking_for_rows
def findings(
    name: str, variant: str, everything: bool, explain: bool, as_json: bool, as_csv: bool, service: Service
) -> None:
    """List what the boards of NAME show beyond chance.

    Memory of deals, bots that help each other, seats, voided boards and passed limits; --json and --csv have all that
    was measured.
    """
    answer = service.ask(lambda people: people.GetFindings, GetFindingsRequest(name=name, variant=variant), as_json)
    if as_csv:
        print_listing(FINDINGS, (({}, each) for each in answer.findings), pool_of(answer.tournament))
    else:
        show(_shown(answer, everything), explain)


def _shown(answer: GetFindingsResponse, everything: bool) -> Iterator[Table | str]:
    listed = [each for each in answer.findings if everything or each.flagged]
    for variant, own in groupby(listed, key=lambda each: each.variant):
        yield from finding_tables(title_of(answer.tournament, variant), own)
    if more := len(answer.findings) - len(listed):
        yield f"{more} more measurements that chance explains: --all lists them"
    elif not listed:
        yield "no board is closed yet"


def finding_tables(title: str, found: Iterable[Finding]) -> Iterator[Table | str]:
    """Yield a table of findings of one variant, then a sentence for each that is flagged."""
    rows = list(found)
    yield listing(f"{title}: findings", FINDINGS, rows)
    yield from flagged(rows)

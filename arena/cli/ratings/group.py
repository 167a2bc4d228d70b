"""`arena ratings`: the official tables, and what else is told of bots."""

from itertools import groupby

import click

from arena.api.columns import FINDINGS, LIVE_ELO, POOLED_RATINGS
from arena.api.labels import POOL_LABELS
from arena.cli.pages import gathered
from arena.cli.ratings.receipts import live_receipts
from arena.cli.ratings.tables import (
    live_rows,
    official_rows,
    strength_tables,
)
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.explaining import explain_option, show
from arena.cli.terminal.options import VARIANT
from arena.cli.terminal.printing import print_listing, say
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.tables import rating_table
from arena.cli.tournament.findings import finding_tables
from arena.wire.gen.measures_pb2 import GetFindingsRequest
from arena.wire.gen.ratings_pb2 import (
    GetStrengthsRequest,
    ListRatingsRequest,
    ListRatingsResponse,
    RebuildRatingsRequest,
)


@click.command
@click.argument("variant", required=False, default="", type=VARIANT)
@click.option("--pooled", is_flag=True, help="Show one number over all variants, each with equal weight.")
@click.option("--live", is_flag=True, help="Show live Elo, which changes with each board, instead of ratings.")
@click.option("--seats", is_flag=True, help="Show what a seat is worth over all bots, with 95% intervals.")
@click.option("--receipt", metavar="BOT", default="", help="List the boards that moved BOT's live Elo in VARIANT.")
@click.option("--rebuild", is_flag=True, help="Recompute all ratings from the stored boards.")
@explain_option
@asking_for_rows
def ratings(
    variant: str,
    pooled: bool,
    live: bool,
    seats: bool,
    receipt: str,
    rebuild: bool,
    explain: bool,
    as_json: bool,
    as_csv: bool,
    service: Service,
) -> None:
    """Show ratings with 95% intervals, of VARIANT or of all.

    The official tables, and who is stronger than whom.
    """
    if as_csv and (rebuild or receipt):
        raise Refusal("--csv is for tables of numbers: take --json here")
    asked = {"--pooled": pooled, "--seats": seats, "--rebuild": rebuild, "--live": live, "--receipt": receipt}
    given = [option for option, is_given in asked.items() if is_given]
    if len(given) > 1:
        raise Refusal(f"{' and '.join(given)}: give one of them")
    if (rebuild or pooled) and variant:
        raise Refusal(f"--{'rebuild' if rebuild else 'pooled'} is for all variants at once: leave VARIANT out")
    if receipt and not variant:
        raise Refusal("--receipt is for one variant: name it, as `arena ratings VARIANT --receipt BOT`")
    if explain and (rebuild or receipt):
        raise Refusal("--explain is for tables of numbers: leave it out with --rebuild and --receipt")
    if rebuild:
        _rebuild(service, as_json)
    elif receipt:
        live_receipts(service, receipt, variant, as_json)
    elif seats:
        _seats(variant, service, explain, as_json, as_csv)
    elif live:
        _live(variant, service, explain, as_json, as_csv)
    else:
        _official(variant, pooled, service, explain, as_json, as_csv)


def _live(variant: str, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = gathered(service, ListRatingsResponse, ListRatingsRequest(variant=variant), as_json=as_json)
    if as_csv:
        print_listing(LIVE_ELO, live_rows(answer.tables))
    elif not answer.tables:
        say("nothing is rated yet")
    else:
        show(map(rating_table, answer.tables), explain)


def _official(variant: str, pooled: bool, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    request = GetStrengthsRequest(variants=[variant] if variant else [], pooled=pooled)
    answer = service.ask(lambda people: people.GetStrengths, request, as_json)
    if as_csv:
        print_listing(POOLED_RATINGS, official_rows(answer.tables))
        return
    if answer.behind:
        say(f"{answer.behind} boards are not in yet: they are fitted just now, ask again in a moment")
    if answer.tables:
        show((part for table in answer.tables for part in strength_tables(table)), explain)
    elif not answer.behind:
        say("nothing is rated in the rated format yet" if pooled else "nothing is rated yet")


def _seats(variant: str, service: Service, explain: bool, as_json: bool, as_csv: bool) -> None:
    answer = service.ask(lambda people: people.GetFindings, GetFindingsRequest(variant=variant), as_json)
    if as_csv:
        print_listing(FINDINGS, (({}, each) for each in answer.findings), POOL_LABELS["trust"])
    elif answer.findings:
        found = groupby(answer.findings, key=lambda each: each.variant)
        show((part for name, own in found for part in finding_tables(f"{name} ({POOL_LABELS['trust']})", own)), explain)
    else:
        say("nothing is rated yet")


def _rebuild(service: Service, as_json: bool) -> None:
    answer = service.ask(lambda people: people.RebuildRatings, RebuildRatingsRequest(), as_json)
    say(f"{answer.boards} boards folded in, {answer.changed} ratings changed")

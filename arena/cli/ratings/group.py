"""`arena ratings`: the Elo tables, and the official ones."""

import click

from arena.cli.pages import gathered
from arena.cli.ratings.receipts import elo_receipt, strength_receipt
from arena.cli.ratings.tables import ELO, OFFICIAL, elo_rows, official_rows, opinion_tables, seat_table, strength_tables
from arena.cli.service import Service, asking_for_rows
from arena.cli.terminal.printing import console
from arena.cli.terminal.refusal import Refusal
from arena.cli.terminal.spreadsheet import print_csv
from arena.cli.terminal.tables import rating_table
from arena.wire.gen.measures_pb2 import GetSeatEffectsRequest
from arena.wire.gen.ratings_pb2 import (
    GetSecondOpinionRequest,
    GetStrengthsRequest,
    ListRatingsRequest,
    ListRatingsResponse,
    RebuildRatingsRequest,
)


@click.command
@click.argument("variant", required=False, default="")
@click.option(
    "--official", is_flag=True, help="Bradley-Terry strengths with 95% intervals, and who is stronger than whom."
)
@click.option("--pooled", is_flag=True, help="One official table in which all variants count equally.")
@click.option("--seats", is_flag=True, help="What a seat is worth, whoever sits there, with 95% intervals.")
@click.option("--second-opinion", is_flag=True, help="Plackett-Luce beside the others, and where they disagree.")
@click.option(
    "--receipt", metavar="BOT", default="", help="The boards that moved BOT's Elo; with --official its line-ups."
)
@click.option("--rebuild", is_flag=True, help="Compute all ratings anew from the stored boards.")
@asking_for_rows
def ratings(
    variant: str,
    official: bool,
    pooled: bool,
    seats: bool,
    second_opinion: bool,
    receipt: str,
    rebuild: bool,
    as_json: bool,
    as_csv: bool,
    service: Service,
) -> None:
    """The Elo table of VARIANT, or of all variants."""
    if as_csv and (rebuild or receipt or seats or second_opinion):
        raise Refusal("--csv is for the Elo tables and, with --official or --pooled, for those: take --json here")
    asked = {"--pooled": pooled, "--seats": seats, "--second-opinion": second_opinion, "--rebuild": rebuild}
    _one_of([*(option for option, given in asked.items() if given), *(["--receipt"] if receipt else [])], official)
    if (rebuild or pooled) and variant:
        raise Refusal(f"--{'rebuild' if rebuild else 'pooled'} is for all variants at once: leave VARIANT out")
    if receipt and not variant:
        raise Refusal("--receipt is for one variant: name it, as `arena ratings VARIANT --receipt BOT`")
    if rebuild:
        _rebuild(service, as_json)
    elif receipt:
        (strength_receipt if official else elo_receipt)(service, receipt, variant, as_json)
    elif second_opinion:
        _second_opinion(variant, service, as_json)
    elif seats:
        _seats(variant, service, as_json)
    elif official or pooled:
        _official(variant, pooled, service, as_json, as_csv)
    else:
        _elo(variant, service, as_json, as_csv)


def _one_of(given: list[str], official: bool) -> None:
    """Each of them is another table; --official goes with some. Raises `Refusal`."""
    alone = [option for option in given if option not in ("--pooled", "--receipt")]
    if len(given) > 1 or (official and alone):
        both = [*(["--official"] if official else []), *given]
        raise Refusal(f"{' and '.join(both)}: give one of them; only --pooled and --receipt go with --official")


def _elo(variant: str, service: Service, as_json: bool, as_csv: bool) -> None:
    answer = gathered(service, ListRatingsResponse, ListRatingsRequest(variant=variant), as_json=as_json)
    if as_csv:
        print_csv(ELO, elo_rows(answer.tables))
    elif not answer.tables:
        print("nothing is rated yet")
    else:
        console().print(*map(rating_table, answer.tables), sep="\n")


def _official(variant: str, pooled: bool, service: Service, as_json: bool, as_csv: bool) -> None:
    request = GetStrengthsRequest(variants=[variant] if variant else [], pooled=pooled)
    answer = service.ask(lambda people: people.GetStrengths, request, as_json)
    if as_csv:
        print_csv(OFFICIAL, official_rows(answer.tables))
        return
    if answer.behind:
        print(f"{answer.behind} boards are not in yet: they are fitted just now, ask again in a moment")
    if any(table.strengths for table in answer.tables):
        for table in answer.tables:
            console().print(*strength_tables(table), sep="\n")
    elif not answer.behind:
        print("no bot played every variant yet" if pooled else "nothing is rated yet")


def _seats(variant: str, service: Service, as_json: bool) -> None:
    answer = service.ask(lambda people: people.GetSeatEffects, GetSeatEffectsRequest(variant=variant), as_json)
    if answer.tables:
        console().print(*map(seat_table, answer.tables), sep="\n")
    else:
        print("nothing is rated yet")


def _second_opinion(variant: str, service: Service, as_json: bool) -> None:
    answer = service.ask(lambda people: people.GetSecondOpinion, GetSecondOpinionRequest(variant=variant), as_json)
    for table in answer.tables:
        console().print(*opinion_tables(table), sep="\n")
    if not answer.tables:
        print("no tournament has ended yet")
    if answer.behind:
        print(f"{answer.behind} boards are not in yet: ask again, and it goes on from here")


def _rebuild(service: Service, as_json: bool) -> None:
    answer = service.ask(lambda people: people.RebuildRatings, RebuildRatingsRequest(), as_json)
    print(f"{answer.boards} boards folded in, {answer.changed} ratings changed")

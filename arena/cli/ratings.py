"""`arena ratings`: the Elo tables."""

import click

from arena.cli.printing import as_json_option, console, print_json
from arena.cli.refusal import Refusal
from arena.cli.service import Service, as_dict, with_service
from arena.cli.tables import rating_table
from arena.wire.gen.arena_pb2 import ListRatingsRequest, RebuildRatingsRequest


@click.command
@click.argument("variant", required=False, default="")
@click.option("--rebuild", is_flag=True, help="Compute all ratings anew from the stored boards.")
@as_json_option
@with_service
def ratings(variant: str, rebuild: bool, as_json: bool, service: Service) -> None:
    """The Elo table of VARIANT, or of all variants."""
    if rebuild and variant:
        raise Refusal("--rebuild is for all variants at once: leave VARIANT out")
    if rebuild:
        _rebuild(service, as_json)
        return
    with service.people() as people:
        answer = people.ListRatings(ListRatingsRequest(variant=variant), **service.call)
    if as_json:
        print_json(as_dict(answer))
    elif not answer.tables:
        print("nothing is rated yet")
    else:
        console().print(*map(rating_table, answer.tables), sep="\n")


def _rebuild(service: Service, as_json: bool) -> None:
    with service.people() as people:
        answer = people.RebuildRatings(RebuildRatingsRequest(), **service.call)
    if as_json:
        print_json(as_dict(answer))
        return
    print(f"{answer.boards} boards folded in, {answer.changed} ratings changed")

"""`arena tournament priority`: whose turn it is, changed while it is played."""

import click

from arena.cli.printing import as_json_option, print_json
from arena.cli.service import Service, as_dict, with_service
from arena.wire.gen.arena_pb2 import SetPriorityRequest


@click.command(context_settings={"ignore_unknown_options": True})  # -3 is a number
@click.argument("name")
@click.argument("priority", metavar="N", type=click.IntRange(-10, 10))
@as_json_option
@with_service
def priority(name: str, priority: int, as_json: bool, service: Service) -> None:
    """Give NAME the priority N, -10 to 10: higher ones are played first, from the next block on."""
    with service.people() as people:
        answer = people.SetPriority(SetPriorityRequest(name=name, priority=priority), **service.call)
    if as_json:
        print_json(as_dict(answer))
        return
    print(f"{answer.tournament.name} has priority {answer.tournament.priority}; it is {answer.tournament.state}")

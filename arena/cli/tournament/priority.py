"""`arena tournament priority`: whose turn it is, changed while it is played."""

import click

from arena.cli.service import Service, asking, json_instead
from arena.wire.gen.running_pb2 import SetPriorityRequest


@click.command(context_settings={"ignore_unknown_options": True})  # -3 is a number
@click.argument("name")
@click.argument("priority", metavar="N", type=click.IntRange(-10, 10))
@asking
def priority(name: str, priority: int, as_json: bool, service: Service) -> None:
    """Give NAME the priority N, -10 to 10: higher ones are played first, from the next block on."""
    answer = service.ask(lambda people: people.SetPriority, SetPriorityRequest(name=name, priority=priority))
    if json_instead(answer, as_json):
        return
    print(f"{answer.tournament.name} has priority {answer.tournament.priority}; it is {answer.tournament.state}")

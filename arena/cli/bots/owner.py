"""`arena owner`: the people and teams that bots belong to."""

import click

from arena.cli.service import Service, as_dict, asking
from arena.cli.terminal.printing import note, print_json
from arena.wire.gen.accounts_pb2 import CreateOwnerRequest


@click.group
def owner() -> None:
    """Owners of bots."""


@owner.command
@click.argument("name")
@asking
def create(name: str, as_json: bool, service: Service) -> None:
    """Make the owner NAME and print its token, which is shown this once."""
    made = service.ask(lambda people: people.CreateOwner, CreateOwnerRequest(name=name))
    if as_json:
        print_json(as_dict(made) | {"owner": name})
        return
    print(made.token)
    note(f"the token of {name}: keep it, it is not shown again; it registers bots (--token, or ARENA_TOKEN)")

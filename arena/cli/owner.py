"""`arena owner`: the people and teams that bots belong to."""

import click

from arena.cli.printing import as_json_option, note, print_json
from arena.cli.service import Service, as_dict, with_service
from arena.wire.gen.arena_pb2 import CreateOwnerRequest


@click.group
def owner() -> None:
    """Owners of bots."""


@owner.command
@click.argument("name")
@as_json_option
@with_service
def create(name: str, as_json: bool, service: Service) -> None:
    """Make the owner NAME and print its token, which is shown this once."""
    with service.people() as people:
        made = people.CreateOwner(CreateOwnerRequest(name=name), **service.call)
    if as_json:
        print_json(as_dict(made) | {"owner": name})
        return
    print(made.token)
    note(f"the token of {name}: keep it, it is not shown again; it registers bots (--token, or ARENA_TOKEN)")

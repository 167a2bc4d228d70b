"""`arena bot status`: whether a bot plays, and if not, why, and what to do."""

import click

from arena.cli.printing import as_json_option, print_json
from arena.cli.service import Service, as_dict, with_service
from arena.wire.gen.arena_pb2 import GetBotStatusRequest


@click.command
@click.argument("bot", metavar="NAME[@VERSION]")
@click.option("--retry", is_flag=True, help="Let it play again at once where it is set aside.")
@as_json_option
@with_service
def status(bot: str, retry: bool, as_json: bool, service: Service) -> None:
    """Tell whether a bot is online, offline or set aside, and what to do; for its owner."""
    with service.people() as people:
        answer = people.GetBotStatus(GetBotStatusRequest(bot=bot, retry=retry), **service.call)
    if as_json:
        print_json(as_dict(answer))
        return
    for version in answer.versions:
        print(version.line)

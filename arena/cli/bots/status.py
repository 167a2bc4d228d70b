"""`arena bot status`: whether a bot plays, and if not, why, and what to do."""

import click

from arena.cli.service import Service, asking, json_instead
from arena.wire.gen.accounts_pb2 import GetBotStatusRequest


@click.command
@click.argument("bot", metavar="NAME[@VERSION]")
@click.option("--retry", is_flag=True, help="Let it play again at once where it is suspended.")
@asking
def status(bot: str, retry: bool, as_json: bool, service: Service) -> None:
    """Tell whether a bot is online, offline or suspended, and what to do; for its owner."""
    answer = service.ask(lambda people: people.GetBotStatus, GetBotStatusRequest(bot=bot, retry=retry))
    if json_instead(answer, as_json):
        return
    for version in answer.versions:
        print(version.line)

"""`arena tournament enter` and `withdraw`: bots that come late, and bots that leave."""

import click

from arena.cli.service import Service, asking, json_instead
from arena.cli.terminal.printing import note
from arena.wire.gen.running_pb2 import EnterTournamentRequest, WithdrawFromTournamentRequest


@click.command
@click.argument("name")
@click.argument("bot")
@asking
def enter(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Let BOT into NAME late: a round robin, a Swiss or a ladder.

    Of a round robin the line-ups with it are appended, of the others the next round or batch has it. An owner enters
    its own bots.
    """
    answer = service.ask(lambda people: people.EnterTournament, EnterTournamentRequest(name=name, bot=bot))
    if json_instead(answer, as_json):
        return
    if not answer.added:
        print(f"{answer.bot} is in {name} from its next round or batch on")
        return
    print(f"{answer.bot} is in {name}: {answer.added} boards more, {answer.tournament.boards} in all")
    note(f"their commitments are published: boards {answer.first} and on of `arena tournament commitments {name}`")


@click.command
@click.argument("name")
@click.argument("bot")
@asking
def withdraw(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Let BOT leave the tournament NAME.

    What was begun with it is played to its end, the other boards with it are cancelled, closed ones count. An owner
    withdraws its own bots.
    """
    answer = service.ask(
        lambda people: people.WithdrawFromTournament, WithdrawFromTournamentRequest(name=name, bot=bot)
    )
    if json_instead(answer, as_json):
        return
    print(f"{answer.bot} has left {name}: {answer.cancelled} boards are cancelled, {answer.tournament.boards} remain")

"""Commands that change a tournament: its state, bots, boards and priority."""

from typing import Any

import click
from google.protobuf.message import Message

from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.service import Service, asking
from arena.cli.terminal.options import Whole, confirm, yes_option
from arena.cli.terminal.printing import note, say
from arena.wire.gen import running_pb2 as pb
from arena.wire.gen.tournaments_pb2 import WatchTournamentRequest

STATES: dict[str, tuple[type[Message], str]] = {  # request and help line of each command
    "start": (pb.StartTournamentRequest, "Start the tournament NAME."),
    "pause": (pb.PauseTournamentRequest, "Pause NAME: finish boards in play, start no others."),
    "resume": (pb.ResumeTournamentRequest, "Resume the paused tournament NAME."),
    "cancel": (pb.CancelTournamentRequest, "Cancel NAME for good; closed boards stay and count. It asks first."),
}


def newest_season(service: Service, name: str) -> str:
    """Return the name of the newest season of a ladder, and *name* for other tournaments. Raises `Refusal`."""
    with service.people() as people:
        looks = people.WatchTournament(WatchTournamentRequest(name=name), **service.call)
        following = next(looks).tournament.next_season
        looks.cancel()
    if not following:
        return name
    note(f"the season {name} is over; it continues as {following}")
    return newest_season(service, following)


def state_command(word: str) -> click.Command:
    """Return the command *word* of `STATES`, which prints the tournament's new state."""
    request, text = STATES[word]
    call = request.DESCRIPTOR.name.removesuffix("Request")

    @click.command(word, help=text)
    @click.argument("name", type=TOURNAMENT)
    @asking
    def change(name: str, as_json: bool, service: Service, is_sure: bool = True) -> None:
        name = newest_season(service, name)
        if not is_sure:
            confirm(f"boards of {name} that are not closed are never played")
        answer: Any = service.ask(lambda people: getattr(people, call), request(name=name), as_json)
        say(f"{answer.tournament.name} is {answer.tournament.state}")
        if answer.tournament.state == "drawing":
            note(f"it waits for a round of its beacon, a minute from now: arena tournament beacon {name}")

    if word == "cancel":
        yes_option(change)
    return change


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--boards", type=Whole(), required=True, help="Boards to add for each line-up.")
@yes_option
@asking
def extend(name: str, boards: int, is_sure: bool, as_json: bool, service: Service) -> None:
    """Add boards to NAME, a round robin or a gauntlet.

    A finished tournament runs again. Boards cannot be removed, so it asks first.
    """
    request = pb.ExtendTournamentRequest(name=name, boards=boards, dry_run=True)
    if not is_sure:
        trial = service.ask(lambda people: people.ExtendTournament, request)
        total = trial.tournament.boards + trial.added
        confirm(f"this adds {trial.added} boards to {name}, which then has {total} in all")
    request.dry_run = False
    answer = service.ask(lambda people: people.ExtendTournament, request, as_json)
    say(f"{name}: {answer.added} boards more, {answer.tournament.boards} in all; it is {answer.tournament.state}")
    _note_commitments(name, answer.first)


def _note_commitments(name: str, first: int) -> None:
    note(f"their commitments are published: boards {first} and on of `arena tournament commitments {name}`")


@click.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def enter(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Enter BOT in the tournament NAME.

    NAME is a round robin, a Swiss or a ladder. A round robin appends the line-ups with BOT. A Swiss
    seats BOT from its next round on, a ladder from its next batch on. An owner may enter its own
    bots.
    """
    enter_bot(service, newest_season(service, name), bot, as_json)


def enter_bot(service: Service, name: str, bot: str, as_json: bool = False) -> None:
    """Enter *bot* in tournament *name*, and print how many boards that adds. Raises `Refusal`."""
    request = pb.EnterTournamentRequest(name=name, bot=bot)
    answer = service.ask(lambda people: people.EnterTournament, request, as_json)
    if not answer.added:
        say(f"{answer.bot} is in {name} from its next round or batch on")
        return
    say(f"{answer.bot} is in {name}: {answer.added} boards more, {answer.tournament.boards} in all")
    _note_commitments(name, answer.first)


@click.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@yes_option
@asking
def withdraw(name: str, bot: str, is_sure: bool, as_json: bool, service: Service) -> None:
    """Withdraw BOT from the tournament NAME.

    Its boards in play are played to the end and closed boards count. Its other boards are
    cancelled, so it asks first. An owner may withdraw its own bots.
    """
    name = newest_season(service, name)
    request = pb.WithdrawFromTournamentRequest(name=name, bot=bot, dry_run=True)
    if not is_sure:
        trial = service.ask(lambda people: people.WithdrawFromTournament, request)
        confirm(f"this cancels {trial.cancelled} of {trial.tournament.boards} boards; {trial.bot} cannot enter again")
    request.dry_run = False
    answer = service.ask(lambda people: people.WithdrawFromTournament, request, as_json)
    say(f"{answer.bot} has left {name}: {answer.cancelled} boards are cancelled, {answer.tournament.boards} remain")


@click.command(hidden=True, context_settings={"ignore_unknown_options": True})  # -3 is a number
@click.argument("name", type=TOURNAMENT)
@click.argument("priority", metavar="N", type=Whole(-10, 10))
@asking
def priority(name: str, priority: int, as_json: bool, service: Service) -> None:
    """Set the priority of NAME to N, -10 to 10.

    Tournaments of higher priority are played first, from the next block on.
    """
    request = pb.SetPriorityRequest(name=name, priority=priority)
    answer = service.ask(lambda people: people.SetPriority, request, as_json)
    say(f"{answer.tournament.name} has priority {answer.tournament.priority}; it is {answer.tournament.state}")

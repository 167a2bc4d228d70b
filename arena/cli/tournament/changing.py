"""Change a tournament: its state, its bots, its boards."""

import json
from collections.abc import Iterable
from typing import Any, Final

import click
from google.protobuf.message import Message

from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.service import Service, asking
from arena.cli.terminal.options import parse_options
from arena.cli.terminal.printing import note, say
from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.wire.gen import running_pb2 as pb
from arena.wire.gen.tournaments_pb2 import VariantChoice

FORM: Final = "V[:PRESET][:WEIGHT],..."
MOST: Final = 2**31 - 1


def variant_choices(variants: Iterable[str], options: Iterable[str], listed: str = "") -> list[VariantChoice]:
    """Return a choice for each of *variants* and *listed*, with *options*.

    *listed* is separated by commas. What follows a variant is its weight where it is a whole number, else its preset.
    Raises `Refusal`.
    """
    words = [*variants, *filter(None, map(str.strip, listed.split(",")))]
    if not words:
        raise Refusal(f"variants: none given; name them with --variant V[:PRESET] or --variants {FORM}")
    chosen: dict[str, tuple[str, int]] = {}
    for word in words:
        name, preset, weight = _parts(word)
        if name in chosen:
            raise Refusal(
                f"variants: {cut(word)!r} names {name} again: name each once, as V:PRESET:WEIGHT where it has both"
            )
        chosen[name] = preset, weight
    given = _options_of(chosen, options)
    return [
        VariantChoice(variant=name, preset=preset, options=given[name], weight=weight)
        for name, (preset, weight) in chosen.items()
    ]


def _parts(word: str) -> tuple[str, str, int]:
    """Return variant, preset ("" for the default) and weight (0: none).

    Raises `Refusal`.
    """
    name, *behind = word.split(":")
    weight = int(behind.pop()) if behind and behind[-1].isdecimal() else None
    if not name or len(behind) > 1 or "" in behind or not (weight is None or 0 < weight <= MOST):
        raise Refusal(
            f"variants: {cut(word)!r} is not {FORM.removesuffix(',...')}, weights being whole numbers from 1 on"
        )
    return name, "".join(behind), weight or 0


def _options_of(chosen: Iterable[str], words: Iterable[str]) -> dict[str, str]:
    """Return each variant's options as JSON, "" for none.

    Raises `Refusal`.
    """
    pairs: dict[str, list[str]] = {name: [] for name in chosen}
    for word in words:
        name, colon, pair = word.partition(":")
        if not colon or name not in pairs:
            raise Refusal(f"option {cut(word)!r} is not V:name=value with V one of {', '.join(pairs)}")
        pairs[name].append(pair)
    return {name: json.dumps(parse_options(own)) if own else "" for name, own in pairs.items()}


# name -> what it asks for, and what it does
STATES: dict[str, tuple[type[Message], str]] = {
    "start": (pb.StartTournamentRequest, "Start the tournament NAME."),
    "pause": (pb.PauseTournamentRequest, "Pause NAME: boards in play end, no others begin."),
    "resume": (pb.ResumeTournamentRequest, "Resume the paused tournament NAME."),
    "cancel": (
        pb.CancelTournamentRequest,
        "Cancel NAME for good; closed boards stay and count.",
    ),
}


def change_of_state(word: str) -> click.Command:
    """The command of `STATES` that is called *word*."""
    request, told = STATES[word]
    call = request.DESCRIPTOR.name.removesuffix("Request")

    @click.command(word, help=told)
    @click.argument("name", type=TOURNAMENT)
    @asking
    def change(name: str, as_json: bool, service: Service) -> None:
        answer: Any = service.ask(lambda people: getattr(people, call), request(name=name), as_json)
        say(f"{answer.tournament.name} is {answer.tournament.state}")
        if answer.tournament.state == "drawing":
            note(f"it waits for a round of its beacon, a minute ahead: arena tournament beacon {name}")

    return change


@click.command
@click.argument("name", type=TOURNAMENT)
@click.option("--boards", type=click.IntRange(1), required=True, help="Boards to add for each line-up.")
@asking
def extend(name: str, boards: int, as_json: bool, service: Service) -> None:
    """Add boards to NAME, a round robin or a gauntlet.

    A finished tournament runs again.
    """
    request = pb.ExtendTournamentRequest(name=name, boards=boards)
    answer = service.ask(lambda people: people.ExtendTournament, request, as_json)
    say(f"{name}: {answer.added} boards more, {answer.tournament.boards} in all; it is {answer.tournament.state}")
    note(f"their commitments are published: boards {answer.first} and on of `arena tournament commitments {name}`")


@click.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def enter(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Enter BOT in the tournament NAME.

    NAME is a round robin, a Swiss or a ladder. Of a round robin the line-ups with BOT are appended,
    of the others the next round or batch has it. An owner enters its own bots.
    """
    enter_in(service, name, bot, as_json)


def enter_in(service: Service, name: str, bot: str, as_json: bool = False) -> None:
    """Let *bot* into tournament *name*, and say what that adds. Raises `Refusal`."""
    request = pb.EnterTournamentRequest(name=name, bot=bot)
    answer = service.ask(lambda people: people.EnterTournament, request, as_json)
    if not answer.added:
        say(f"{answer.bot} is in {name} from its next round or batch on")
        return
    say(f"{answer.bot} is in {name}: {answer.added} boards more, {answer.tournament.boards} in all")
    note(f"their commitments are published: boards {answer.first} and on of `arena tournament commitments {name}`")


@click.command
@click.argument("name", type=TOURNAMENT)
@click.argument("bot", type=BOT)
@asking
def withdraw(name: str, bot: str, as_json: bool, service: Service) -> None:
    """Withdraw BOT from the tournament NAME.

    What was begun with it is played to its end, the other boards with it are cancelled, closed ones count. An owner
    withdraws its own bots.
    """
    request = pb.WithdrawFromTournamentRequest(name=name, bot=bot)
    answer = service.ask(lambda people: people.WithdrawFromTournament, request, as_json)
    say(f"{answer.bot} has left {name}: {answer.cancelled} boards are cancelled, {answer.tournament.boards} remain")


@click.command(context_settings={"ignore_unknown_options": True})  # -3 is a number
@click.argument("name", type=TOURNAMENT)
@click.argument("priority", metavar="N", type=click.IntRange(-10, 10))
@asking
def priority(name: str, priority: int, as_json: bool, service: Service) -> None:
    """Set the priority of NAME to N, -10 to 10.

    Higher ones are played first, from the next block on.
    """
    request = pb.SetPriorityRequest(name=name, priority=priority)
    answer = service.ask(lambda people: people.SetPriority, request, as_json)
    say(f"{answer.tournament.name} has priority {answer.tournament.priority}; it is {answer.tournament.state}")

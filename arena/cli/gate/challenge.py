"""`arena challenge`: a match that nobody has to make for you."""

from typing import Any

import click

from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.gate.gate import (
    ShortForPlay,
    follow_to_end,
    pool_option,
    times_options,
    unweighted_choices,
    variants_options,
)
from arena.cli.service import Service, asking
from arena.cli.terminal.explaining import explain_option
from arena.cli.terminal.printing import note
from arena.wire.gen import challenges_pb2 as pb


@click.group(cls=ShortForPlay)
def challenge() -> None:
    """Play an unrated match of your bot against another.

    `arena challenge BOT OPPONENT --variants V` plays it; its options are below. An opponent is
    another bot of yours, one of the owner `house`, or one whose owner let everybody: `arena bot
    list` says which.
    """


@challenge.command
@click.argument("bot", type=BOT)
@click.argument("opponent", type=BOT)
@variants_options
@click.option("--boards", type=click.IntRange(1), metavar="N", help="Maximum number of boards; default 200.")
@pool_option
@times_options
@explain_option
@asking
def play(variants: str, options: tuple[str, ...], explain: bool, as_json: bool, service: Service, **asked: Any) -> int:
    """Play your BOT against OPPONENT until one is shown to be stronger.

    Or until the boards are over. It is judged as a gate is: both have the same deals from the same
    seats; where two sides play they meet, elsewhere they sit with bots of the house in turn. Both
    are to be connected. With --json a line for each change. Ctrl-C leaves it running:
    `arena gate show NAME` looks again.
    """
    chosen = unweighted_choices(variants, options)
    request = pb.CreateChallengeRequest(variants=chosen, **asked)  # the other options are called as fields
    made = service.ask(lambda people: people.CreateChallenge, request).challenge
    return follow_to_end(service, made, "arena challenge cancel", explain, as_json)


@challenge.command
@click.argument("name", type=TOURNAMENT)
@asking
def cancel(name: str, as_json: bool, service: Service) -> None:
    """End the challenge NAME, which you asked for."""
    service.ask(lambda people: people.CancelChallenge, pb.CancelChallengeRequest(name=name), as_json)
    note(f"{name} is ended: `arena gate show {name}` tells how it stood")


@challenge.command("open")
@click.argument("name", metavar="BOT", type=BOT)
@asking
def open_bot(name: str, as_json: bool, service: Service) -> None:
    """Let every owner challenge your BOT while it is connected."""
    _open(service, name, True, as_json)
    note(f"everybody may challenge {name} while it is connected; `arena challenge close {name}` ends that")


@challenge.command("close")
@click.argument("name", metavar="BOT", type=BOT)
@asking
def close_bot(name: str, as_json: bool, service: Service) -> None:
    """Let nobody else challenge your BOT any more.

    What is under way goes on.
    """
    _open(service, name, False, as_json)
    note(f"nobody else may challenge {name} any more")


def _open(service: Service, name: str, is_open: bool, as_json: bool) -> None:
    request = pb.OpenToChallengesRequest(name=name, open=is_open)
    service.ask(lambda people: people.OpenToChallenges, request, as_json)

"""`arena gate` and `arena challenge`: play two bots against each other until a sequential test decides."""

from typing import Any

import click
from google.protobuf.message import Message

from arena.api.columns import as_dict
from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.gate.report import follow, report
from arena.cli.service import Service, asking
from arena.cli.terminal.options import (
    Whole,
    ask_single_option,
    combine,
    gate_options,
    parse_variants,
    secret_options,
    times_options,
    variant_options,
)
from arena.cli.terminal.printing import Decorator, explain_option, note, print_json
from arena.cli.terminal.refusal import Refusal
from arena.wire.gen import challenges_pb2, gates_pb2


class ShortForPlay(click.Group):
    """A group of commands whose command `play` may be left out, as in `arena gate BOT OPPONENT`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert `play` before *args* if the first word is not a command, and parse them."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of `play` to *formatter*, because the short form takes them too."""
        play = self.commands["play"]
        own = click.Context(play, parent=ctx)
        records = [record for each in play.get_params(own) if (record := each.get_help_record(own)) and record[1]]
        _, *names = play.collect_usage_pieces(own)
        with formatter.section(f"Options of {ctx.command_path} {' '.join(names)}"):
            formatter.write_dl(records)


CODES = {"stronger": 0, "not stronger": 1}
UNDECIDED = 3
INTERRUPTED = 130
# The request that creates each kind, and the command that ends one early.
KINDS: dict[str, tuple[type[Message], str]] = {
    "gate": (gates_pb2.CreateGateRequest, "arena tournament cancel"),
    "challenge": (challenges_pb2.CreateChallengeRequest, "arena challenge cancel"),
}


def _two_bots(bot: str, opponent: str, boards: str, default: int) -> Decorator:
    """Return the arguments and options of gates and challenges; *bot*, *opponent*, *boards*: fields of the request."""
    pool_help = "Pool: trust for connected bots, closed for submitted bots."
    return combine(
        click.argument(bot, metavar="BOT", type=BOT),
        click.argument(opponent, metavar="OPPONENT", type=BOT),
        click.option("--variants", required=True, metavar="V[:PRESET],...", help="Variants to play in turn."),
        variant_options,
        click.option("--max-boards", boards, type=Whole(), help=f"End undecided after N boards; default: {default}."),
        click.option("--pool", default="trust", show_default=True, help=pool_help),
        times_options,
        ask_single_option,
        explain_option,
    )


@click.group(cls=ShortForPlay)
def gate() -> None:
    """Test whether a new version is stronger than an old one.

    `arena gate BOT OPPONENT` plays until the test decides; its options are below. Exit codes: 0
    stronger, 1 not stronger, 3 undecided.
    """


@gate.command
@_two_bots("new_bot", "old_bot", "most_boards", 20_000)
@gate_options
@click.option(
    "--fillers", default="", metavar="B,...", help="Bots for the other seats; default: bots of the owner `house`."
)
@click.option("--allow-same-owner", is_flag=True, help="Allow fillers that the owner of BOT or OPPONENT owns.")
@click.option("--name", default="", help="Name of the gate; default: gate-1, gate-2, ...")
@secret_options
@asking
def play(fillers: str, **terms: Any) -> int:
    """Test whether BOT is stronger than OPPONENT, until it is decided.

    Both play the same deals from the same seats with the same fillers; in games of two sides they
    play against each other. With --json it prints a line for each change, the last one with the
    decision. Ctrl-C leaves the gate running; `arena gate show NAME` shows it again.
    """
    return _play("gate", fillers=[word.strip() for word in fillers.split(",") if word.strip()], **terms)


@gate.command
@click.argument("name", type=TOURNAMENT)
@explain_option
@asking
def show(name: str, explain: bool, as_json: bool, service: Service) -> int:
    """Show the state of the gate or challenge NAME.

    Exit codes: 0 stronger, 1 not stronger, 3 undecided or not decided yet.
    """
    current = service.ask(lambda people: people.GetGate, gates_pb2.GetGateRequest(name=name)).gate
    if as_json:
        print_json(as_dict(current))
    return _end(current, explain, as_json)


def _end(gate: gates_pb2.Gate, explain: bool, as_json: bool) -> int:
    if not as_json:
        report(gate, explain)
    return CODES.get(gate.decision, UNDECIDED)


def _play(
    kind: str, *, variants: str, options: tuple[str, ...], explain: bool, as_json: bool, service: Service, **terms: Any
) -> int:
    """Create a gate or a challenge, follow it to its decision, print it, and return the exit code.

    *kind*: a key of `KINDS`. *terms*: the other options, named as the fields of the request.
    """
    choices = parse_variants(variants, options)
    if weighted := [choice.variant for choice in choices if choice.weight]:
        raise Refusal(f"variant {weighted[0]} has a weight; leave it out: deals go through the variants in turn")
    request, cancel = KINDS[kind]
    answer: Any = service.ask(
        lambda people: getattr(people, f"Create{kind.title()}"), request(variants=choices, **terms)
    )
    gate: gates_pb2.Gate = getattr(answer, kind)
    name = gate.tournament.name
    note(f"root {gate.tournament.root}")
    note(f"{name}: {gate.new_bot} against {gate.old_bot}, {gate.most_deals} deals at most")
    try:
        for last in follow(service, gate, as_json):
            gate = last
    except KeyboardInterrupt:
        note(f"{name} goes on: `arena gate show {name}` shows it again, `{cancel} {name}` ends it")
        return INTERRUPTED
    return _end(gate, explain, as_json)


@click.group(cls=ShortForPlay)
def challenge() -> None:
    """Play an unrated match of your bot against another.

    `arena challenge BOT OPPONENT --variants V` plays it; its options are below. An opponent is
    another bot of yours, one of the owner `house`, or one that is open to challenges: `arena bot
    list` shows which are.
    """


@challenge.command("play")
@_two_bots("bot", "opponent", "boards", 200)
@asking
def play_challenge(**terms: Any) -> int:
    """Play your BOT against OPPONENT until one is shown to be stronger.

    It ends when a bot is shown to be stronger, or the boards are over. It is judged like a gate:
    both play the same deals from the same seats. In games of two sides they play against each
    other, otherwise with bots of the owner `house` in turn. Both must be connected. With --json it
    prints a line for each change. Ctrl-C leaves it running; `arena gate show NAME` shows it again.
    """
    return _play("challenge", **terms)


@challenge.command
@click.argument("name", type=TOURNAMENT)
@asking
def cancel(name: str, as_json: bool, service: Service) -> None:
    """End your challenge NAME."""
    service.ask(lambda people: people.CancelChallenge, challenges_pb2.CancelChallengeRequest(name=name), as_json)
    note(f"{name} is ended; for its result: arena gate show {name}")


def _open_command(word: str, help_: str, line: str) -> click.Command:
    @click.command(word, help=help_)
    @click.argument("name", metavar="BOT", type=BOT)
    @asking
    def set_open(name: str, as_json: bool, service: Service) -> None:
        request = challenges_pb2.OpenToChallengesRequest(name=name, open=word == "open")
        service.ask(lambda people: people.OpenToChallenges, request, as_json)
        note(line.format(name=name))

    return set_open


OPEN = "everybody may challenge {name} while it is connected; `arena challenge close {name}` ends that"
CLOSED = "nobody else may challenge {name} any more; challenges in play go on"
challenge.add_command(_open_command("open", "Let every owner challenge your BOT while it is connected.", OPEN))
challenge.add_command(_open_command("close", "Stop other owners from challenging your BOT.", CLOSED))

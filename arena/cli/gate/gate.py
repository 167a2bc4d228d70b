"""`arena gate`: test whether a new version is stronger."""

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from arena.api.columns import as_dict
from arena.cli.completing import BOT, TOURNAMENT
from arena.cli.gate.report import follow, report
from arena.cli.service import Service, asking
from arena.cli.terminal.explaining import explain_option
from arena.cli.terminal.options import Span, secret_options
from arena.cli.terminal.printing import note, print_json
from arena.cli.terminal.refusal import Refusal
from arena.cli.tournament.changing import variant_choices
from arena.wire.gen import gates_pb2 as pb
from arena.wire.gen.tournaments_pb2 import VariantChoice


class ShortForPlay(click.Group):
    """`arena gate NEW OLD` is short for `arena gate play NEW OLD`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but what names no command is what `play` is about."""
        if args and args[0] not in (*self.commands, *ctx.help_option_names):
            args = ["play", *args]
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Tell the options of `play` too, which are those of the short form."""
        play = self.commands["play"]
        records = [record for each in play.get_params(ctx) if (record := each.get_help_record(ctx))]
        _, *names = play.collect_usage_pieces(ctx)
        with formatter.section(f"Options of {ctx.command_path} {' '.join(names)}"):
            formatter.write_dl(records)


def _options(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return one decorator that adds all *options*, the first one first."""
    return lambda command: reduce(lambda done, option: option(done), reversed(options), command)


# What a gate and a challenge play, and with which times.
variants_options: Callable[[Any], Any] = _options(
    click.option("--variants", required=True, metavar="V[:PRESET],...", help="Variants to play in turn."),
    click.option(
        "--option", "options", multiple=True, metavar="V:NAME=VALUE", help="An option of a variant; may be repeated."
    ),
)
pool_option: Callable[[Any], Any] = click.option(
    "--pool", default="trust", show_default=True, help="trust: connected bots. closed: submitted bots."
)
times_options: Callable[[Any], Any] = _options(
    click.option("--move-time", type=Span("s"), help="Time for a decision, as in 1.5s, or in seconds; default 5."),
    click.option("--bank", type=Span("s"), help="Extra time for a game, as in 2m, or seconds; default 60."),
)

CODES = {"stronger": 0, "not stronger": 1}
UNDECIDED = 3
INTERRUPTED = 130


@click.group(cls=ShortForPlay)
def gate() -> None:
    """Test whether a new version is stronger than an old one.

    `arena gate NEW OLD` plays until it knows; its options are below. Exit codes: 0 stronger, 1 not
    stronger, 3 undecided.
    """


@gate.command
@click.argument("new_bot", metavar="NEW", type=BOT)
@click.argument("old_bot", metavar="OLD", type=BOT)
@variants_options
@click.option("--above", type=float, default=0.0, show_default=True, help="Board Elo; `stronger`: surely more.")
@click.option("--below", type=float, default=20.0, show_default=True, help="Board Elo; `not stronger`: surely less.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Error rate of `stronger`.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Error rate of `not stronger`.")
@click.option(
    "--most",
    "most_boards",
    type=click.IntRange(1),
    metavar="N",
    help="End undecided after N boards; default 20000.",
)
@click.option(
    "--fillers", default="", metavar="B,...", help="Bots for the other seats; default those of owner `house`."
)
@pool_option
@click.option("--allow-same-owner", is_flag=True, help="Allow fillers of the owner of a version under test.")
@click.option("--name", default="", help="Name of the gate; default gate-1, gate-2, ...")
@secret_options
@times_options
@click.option(
    "--ask-single/--no-ask-single",
    default=None,
    help="Ask also for decisions with one legal answer; default: yes, except in the pool trust.",
)
@explain_option
@asking
def play(
    variants: str,
    options: tuple[str, ...],
    fillers: str,
    explain: bool,
    as_json: bool,
    service: Service,
    **terms: Any,
) -> int:
    """Test whether NEW is stronger than OLD, until it is decided.

    Both play the same deals from the same seats with the same fillers; where two sides play they
    meet. With --json a line for each change, the last one with the decision. Ctrl-C leaves it
    running: `arena gate show NAME` looks again.
    """
    chosen = unweighted_choices(variants, options)
    others = [word.strip() for word in fillers.split(",") if word.strip()]
    request = pb.CreateGateRequest(variants=chosen, fillers=others, **terms)  # the other options are called as fields
    made = service.ask(lambda people: people.CreateGate, request).gate
    note(f"root {made.tournament.root}")
    return follow_to_end(service, made, "arena tournament cancel", explain, as_json)


@gate.command
@click.argument("name", type=TOURNAMENT)
@explain_option
@asking
def show(name: str, explain: bool, as_json: bool, service: Service) -> int:
    """Show how the gate NAME stands.

    Exit code 3 also while it is not decided yet.
    """
    found = service.ask(lambda people: people.GetGate, pb.GetGateRequest(name=name)).gate
    if as_json:
        print_json(as_dict(found))
    return end(found, explain, as_json)


def end(gate: pb.Gate, explain: bool, as_json: bool) -> int:
    """Tell people what is known; return the exit code."""
    if not as_json:
        report(gate, explain)
    return CODES.get(gate.decision, UNDECIDED)


def unweighted_choices(variants: str, options: tuple[str, ...]) -> list[VariantChoice]:
    """Return the variants of a gate; raises `Refusal` where one has a weight."""
    chosen = variant_choices((), options, variants)
    if weighted := [choice.variant for choice in chosen if choice.weight]:
        raise Refusal(f"variants: {weighted[0]} has a weight; the deals go through the variants in turn")
    return chosen


def follow_to_end(service: Service, made: pb.Gate, cancel: str, explain: bool, as_json: bool) -> int:
    """Follow a gate until it is decided; return the exit code. *cancel*: the command that ends it before."""
    name = made.tournament.name
    note(f"{name}: {made.new_bot} against {made.old_bot}, {made.most_deals} deals at most")
    try:
        for last in follow(service, made, as_json):
            made = last
    except KeyboardInterrupt:
        note(f"{name} goes on: `arena gate show {name}` looks again, `{cancel} {name}` ends it")
        return INTERRUPTED
    return end(made, explain, as_json)

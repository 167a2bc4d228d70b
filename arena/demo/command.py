"""The command `arena demo`."""

import click

from arena.cli.terminal.options import Whole
from arena.cli.terminal.refusal import Refusal
from arena.local.problems import StartError


@click.command
@click.option(
    "--variants",
    default="spades-3,spades-4,pinochle-chips",
    show_default=True,
    help="Variants to play, separated by commas, or `all`.",
)
@click.option("--boards", type=Whole(), help="Boards of each bot, all variants together (default 270; uncompiled 60).")
def demo(variants: str, boards: int | None) -> int:
    """Start a service and play a tournament of house bots.

    It starts the service and the bots, processes that connect over gRPC, prints one table and what
    it shows, and stops all of it. A tournament of an interrupted demo is finished first.
    """
    from arena.demo.run import demo as run_demo
    from arena.rules import COMPILED, VARIANTS

    names = VARIANTS if variants == "all" else (name.strip() for name in variants.split(","))
    try:
        return run_demo(tuple(names), boards or (270 if COMPILED else 60))
    except StartError as problem:
        raise Refusal(str(problem)) from None

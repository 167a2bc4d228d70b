"""The command `arena demo`."""

import click

from arena.cli.terminal.refusal import Refusal
from arena.local.problems import CannotStart


@click.command
@click.option("--variants", help="Variants to play, separated by commas; default: every variant.")
def demo(variants: str | None) -> int:
    """Play a tournament of house bots, from nothing to ratings.

    Everything is started here, the bots as processes that connect over gRPC, and ends with it.
    What an interrupted demo left is finished first.
    """
    from arena.demo.run import demo as run_demo
    from arena.rules import VARIANTS

    try:
        return run_demo(tuple(VARIANTS if variants is None else (name.strip() for name in variants.split(","))))
    except CannotStart as problem:
        raise Refusal(str(problem)) from None

"""The command `arena demo`."""

import click

from arena.cli.terminal.refusal import Refusal
from arena.local.problems import StartError


@click.command
@click.option("--variants", help="Variants to play, separated by commas; default: every variant.")
def demo(variants: str | None) -> int:
    """Start a service and play a tournament of house bots.

    It starts the service and the bots, processes that connect over gRPC, prints results and ratings,
    and stops all of it. A tournament of an interrupted demo is finished first.
    """
    from arena.demo.run import demo as run_demo
    from arena.rules import VARIANTS

    try:
        return run_demo(tuple(VARIANTS if variants is None else (name.strip() for name in variants.split(","))))
    except StartError as problem:
        raise Refusal(str(problem)) from None

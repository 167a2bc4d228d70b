"""`arena up` and `arena demo`: the whole service on this machine."""

import click

from arena.cli.refusal import Refusal
from arena.local.problems import CannotStart


@click.command
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Celery worker processes.")
def up(workers: int) -> int:
    """Run the whole service here until Ctrl-C.

    That is Postgres, Valkey, the gateway and the workers; what dies is started again.
    """
    from arena.local.up import up as run_up

    try:
        return run_up(workers)
    except CannotStart as problem:
        raise Refusal(str(problem)) from None


@click.command
@click.option("--variants", help="What is played, with commas between; default: every variant.")
def demo(variants: str | None) -> int:
    """Play a tournament of six bots, from nothing to an Elo table.

    Everything is started here, the bots as processes that connect over gRPC, and ends with it.
    What an interrupted demo left is finished first.
    """
    from arena.local.demo import demo as run_demo
    from arena.rules import VARIANTS

    try:
        return run_demo(tuple(VARIANTS if variants is None else (name.strip() for name in variants.split(","))))
    except CannotStart as problem:
        raise Refusal(str(problem)) from None

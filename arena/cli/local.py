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
@click.option(
    "--variants", default="spades-4,pinochle-cutthroat", show_default=True, help="What is played, with commas between."
)
def demo(variants: str) -> int:
    """Play a tournament of six bots, from nothing to an Elo table.

    Everything is started here, the bots as processes that connect over gRPC, and ends with it: less than three minutes.
    What an interrupted demo left is finished first.
    """
    from arena.local.demo import demo as run_demo

    try:
        return run_demo(tuple(name.strip() for name in variants.split(",")))
    except CannotStart as problem:
        raise Refusal(str(problem)) from None

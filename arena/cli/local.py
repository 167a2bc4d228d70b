"""`arena up` and `arena demo`: the whole service on this machine."""

import click

from arena.cli.refusal import Refusal
from arena.local.problems import CannotStart


@click.command
@click.option("--workers", type=click.IntRange(1, 64), default=2, show_default=True, help="Celery worker processes.")
def up(workers: int) -> int:
    """Run Postgres, Valkey, gateway and workers here until Ctrl-C; what dies is started again."""
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
    """Play a tournament of six bots over gRPC from nothing to an Elo table, in under three minutes."""
    from arena.local.demo import demo as run_demo

    try:
        return run_demo(tuple(variants.split(",")))
    except CannotStart as problem:
        raise Refusal(str(problem)) from None

"""`arena web`: the page, over the database of a service."""

import os
import sys

import click


@click.command
@click.option("--listen", metavar="HOST:PORT", help="Where to listen. [default: 127.0.0.1:8080, or $ARENA_WEB_LISTEN]")
def web(listen: str | None) -> None:
    """Serve the page until Ctrl-C, in plain HTTP.

    It reads the database at $ARENA_DSN. `arena up` starts it, too.
    """
    if listen:
        os.environ["ARENA_WEB_LISTEN"] = listen
    os.execv(sys.executable, [sys.executable, "-P", "-m", "arena.web"])

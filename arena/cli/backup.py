"""`arena backup` and `arena restore`: the whole arena in one file."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click
from rich.console import Console
from rich.progress import DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from arena.cli.database import DSN, database, refusing
from arena.cli.terminal.printing import as_json_option, note, print_json, say

file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command
@file_argument
@as_json_option
def backup(file: Path, as_json: bool) -> None:
    """Write the database and its secrets to FILE, as they are now.

    The arena goes on meanwhile. FILE must be new; keep it as you keep a password. The database is
    that of ARENA_DSN, else of the `arena up` of this checkout, which has to run.
    """
    from arena.local.backup import back_up

    with refusing(), _progress("backup") as tell:
        dsn, state = database()
        about = back_up(dsn, file, state, tell, note)
    if as_json:
        print_json({"file": str(file), "bytes": file.stat().st_size, "secrets": list(about.secrets)})
        return
    say(f"{file} has the whole database, {file.stat().st_size:,} bytes, and only you may read it.")
    if about.secrets:
        say(f"It holds secrets: {', '.join(about.secrets)}. Keep it as you keep a password.")
    else:
        say("Secrets that gateways and workers have from their environment are not in it: keep those apart.")


@click.command
@file_argument
@as_json_option
def restore(file: Path, as_json: bool) -> None:
    """Bring a backup back, into a database that is empty.

    Into that of ARENA_DSN, else into the state folder of this checkout, where no `arena up` has run.
    Read "After a restore" in docs/how-to/operations.md before bots play.
    """
    from arena.local.backup import about_of, restore_state
    from arena.local.backup import restore as restore_database
    from arena.local.state import State
    from arena.settings import postgres_address

    with refusing(), _progress("restore") as tell:
        about = about_of(file)
        if DSN in os.environ:
            restore_database(postgres_address(DSN), file, tell)
        else:
            restore_state(State.open(), file, tell)
    if as_json:
        print_json({"file": str(file), "release": about.release, "secrets": list(about.secrets)})
        return
    say(f"The database of {file} is back.")
    if DSN in os.environ and about.secrets:
        say(f"Its secrets are in the file alone, for you to set: {', '.join(about.secrets)}.")


@contextmanager
def _progress(doing: str) -> Iterator[Callable[[int], None]]:
    """Say on standard error how many bytes are done, where somebody looks."""
    columns = (TextColumn(doing), DownloadColumn(), TimeElapsedColumn())
    hidden = not sys.stderr.isatty()
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=hidden) as progress:
        task = progress.add_task("", total=None)
        yield lambda done: progress.update(task, completed=done)

"""`arena backup`, `restore` and `archive`: what needs the database itself."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import click
from rich.console import Console
from rich.progress import DownloadColumn, Progress, TextColumn, TimeElapsedColumn

from arena.cli.terminal.printing import as_json_option, console, note, print_json, say, table
from arena.cli.terminal.refusal import Refusal, Unavailable

if TYPE_CHECKING:
    from arena.local.state import State

DSN = "ARENA_DSN"


@contextmanager
def refusing() -> Iterator[None]:
    """Turn what can go wrong with a database or a backup into a `Refusal` of one line."""
    import psycopg

    from arena.local.backup import BadBackup
    from arena.local.problems import CannotStart
    from arena.settings import BadSetting
    from arena.store.errors import StoreError, StoreUnavailable

    try:
        yield
    except StoreUnavailable as problem:
        raise Unavailable(str(problem)) from None
    except (BadSetting, CannotStart, StoreError, BadZipFile, BadBackup, psycopg.Error) as problem:
        raise Refusal(" ".join(str(problem).split())) from None


def database() -> tuple[str, "State | None"]:
    """The address of the database, and the state folder it lies in: None for that of `ARENA_DSN`."""
    from arena.local.postgres import running_dsn
    from arena.local.state import State, default_folder
    from arena.settings import postgres_address

    if DSN in os.environ:
        return postgres_address(DSN), None
    if not os.path.exists(default_folder() / "postgres"):
        raise Refusal(f"no database: set {DSN} to the address of Postgres, or run `arena up` here")
    state = State.open()
    return running_dsn(state), state


MEBIBYTE = 2**20
file_argument: Callable[[Any], Any] = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.group
def archive() -> None:
    """Move partitions of old games to a file, and back.

    In the database of ARENA_DSN, else that of the `arena up` of this checkout, which has to run.
    """


@archive.command("list")
@as_json_option
def list_(as_json: bool) -> None:
    """List the partitions and their sizes.

    And why one cannot be taken off.
    """
    from arena.store.play.archive import parts

    with refusing():
        dsn, _ = database()
        found = parts(dsn)
    if as_json:
        print_json({"parts": [asdict(part) for part in found]})
        return
    rows = table("partitions of games", "part", "state", "games", "MiB", numbers=2)
    for part in found:
        state = f"in {part.file}" if part.file else part.keeps or "can be taken off"
        rows.add_row(str(part.number), state, f"{part.games:,}", f"{part.bytes / MEBIBYTE:,.0f}")
    console().print(rows)


@archive.command("take")
@click.argument("part", type=click.IntRange(0))
@file_argument
@as_json_option
def take_(part: int, file: Path, as_json: bool) -> None:
    """Write the games of PART to FILE, and drop them.

    FILE must be new; the games are dropped from the database.
    """
    from arena.store.play.archive import take

    with refusing():
        dsn, _ = database()
        games = take(dsn, part, file, note)
    _say(as_json, games, f"{games:,} games are in {file}, and no more in the database")


@archive.command("put")
@file_argument
@as_json_option
def put_(file: Path, as_json: bool) -> None:
    """Put the games of FILE back into the database."""
    from arena.store.play.archive import put

    with refusing():
        dsn, _ = database()
        games = put(dsn, file, note)
    _say(as_json, games, f"{games:,} games are back")


def _say(as_json: bool, games: int, line: str) -> None:
    if as_json:
        print_json({"games": games})
    else:
        say(line)


backup_file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.command
@backup_file_argument
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
@backup_file_argument
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

"""`arena backup`, `restore` and `archive`: commands that connect to Postgres directly."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

import click
from rich.progress import DownloadColumn, TextColumn, TimeElapsedColumn

from arena.cli.terminal.options import Whole
from arena.cli.terminal.printing import Decorator, as_json_option, console, note, print_json, progress_bar, say, table
from arena.cli.terminal.refusal import Refusal, Unavailable

if TYPE_CHECKING:
    from arena.local.state import State

DSN = "ARENA_DSN"


@contextmanager
def refuse_errors() -> Iterator[None]:
    """Turn errors of the database or a backup in the block into `Refusal`, or `Unavailable` if Postgres is away."""
    import psycopg

    from arena.local.backup import BackupError
    from arena.local.problems import StartError
    from arena.settings import SettingError
    from arena.store.errors import StoreError, StoreUnavailableError

    try:
        yield
    except StoreUnavailableError as problem:
        raise Unavailable(str(problem)) from None
    except (SettingError, StartError, StoreError, BadZipFile, BackupError, psycopg.Error) as problem:
        raise Refusal(" ".join(str(problem).split())) from None


def has_address() -> bool:
    """Return whether the environment has an address of Postgres, or names a file with one."""
    return DSN in os.environ or f"{DSN}_FILE" in os.environ


def find_database() -> tuple[str, "State | None"]:
    """Return the address of the database, and its state folder: None if `$ARENA_DSN` is set. Raises `Refusal`."""
    from arena.local.postgres import running_dsn
    from arena.local.state import State, default_folder
    from arena.settings import postgres_address

    if has_address():
        return postgres_address(DSN), None
    if not os.path.exists(default_folder() / "postgres"):
        raise Refusal(f"there is no database; set {DSN} to the address of Postgres, or run `arena up` here")
    state = State.open()
    return running_dsn(state), state


MEBIBYTE = 2**20
file_argument: Decorator = click.argument("file", type=click.Path(path_type=Path, dir_okay=False))


@click.group
def archive() -> None:
    """Move partitions of old games to a file, and back.

    A partition has the games of a million boards. The database is the one at $ARENA_DSN, else the
    one in the state folder, where `arena up` must run.
    """


@archive.command("list")
@as_json_option
def list_(as_json: bool) -> None:
    """List the partitions of games and their sizes.

    It also shows why a partition cannot be archived.
    """
    from arena.store.play.archive import parts

    with refuse_errors():
        dsn, _ = find_database()
        partitions = parts(dsn)
    if as_json:
        print_json({"parts": [asdict(part) for part in partitions]})
        return
    rows = table("partitions of games", "part", "state", "games", "MiB", numbers=2)
    for part in partitions:
        state = f"in {part.file}" if part.file else part.keeps or "can be archived"
        rows.add_row(str(part.number), state, f"{part.games:,}", f"{part.bytes / MEBIBYTE:,.0f}")
    console().print(rows)


@archive.command("take")
@click.argument("part", type=Whole(0))
@file_argument
@as_json_option
def take_(part: int, file: Path, as_json: bool) -> None:
    """Move the games of partition PART to FILE.

    FILE must be new. The games are removed from the database.
    """
    from arena.store.play.archive import take

    with refuse_errors():
        dsn, _ = find_database()
        games = take(dsn, part, file, note)
    print_json({"games": games}) if as_json else say(f"{games:,} games are in {file}, and no more in the database")


@archive.command("put")
@file_argument
@as_json_option
def put_(file: Path, as_json: bool) -> None:
    """Put the games of FILE back into the database."""
    from arena.store.play.archive import put

    with refuse_errors():
        dsn, _ = find_database()
        games = put(dsn, file, note)
    print_json({"games": games}) if as_json else say(f"{games:,} games are back")


@click.command
@file_argument
@as_json_option
def backup(file: Path, as_json: bool) -> None:
    """Back up the database and its secrets to FILE.

    The arena may run meanwhile. FILE must be new; protect it like a password. The database is the
    one at $ARENA_DSN, else the one in the state folder, where `arena up` must run.
    """
    from arena.local.backup import back_up

    with refuse_errors(), _progress("backup") as tell:
        dsn, state = find_database()
        about = back_up(dsn, file, state, tell, note)
    if as_json:
        print_json({"file": str(file), "bytes": file.stat().st_size, "secrets": list(about.secrets)})
        return
    say(f"{file} has the whole database, {file.stat().st_size:,} bytes, and only you may read it.")
    if about.secrets:
        say(f"It holds secrets: {', '.join(about.secrets)}. Protect it like a password.")
    else:
        say("It has no secrets of gateways and workers, which come from their environment: back those up separately.")


@click.command
@file_argument
@as_json_option
def restore(file: Path, as_json: bool) -> None:
    """Restore a backup into an empty database.

    The database is the one at $ARENA_DSN, else a new one in the state folder, where `arena up` has
    never run. Running tournaments are paused: read "After a restore" in docs/how-to/operations.md.
    """
    from arena.local.backup import about_of, restore_state
    from arena.local.backup import restore as restore_database
    from arena.local.state import State
    from arena.settings import postgres_address

    with refuse_errors(), _progress("restore") as tell:
        about = about_of(file)
        if has_address():
            paused = restore_database(postgres_address(DSN), file, tell)
        else:
            paused = restore_state(State.open(), file, tell)
    if as_json:
        print_json({"file": str(file), "release": about.release, "secrets": list(about.secrets), "paused": paused})
        return
    say(f"The database of {file} is restored.")
    if paused:
        say(f"Paused, because their later deals may be known: {', '.join(paused)}. `arena tournament cancel NAME`")
        say("ends one, `arena tournament resume NAME` plays on (docs/how-to/operations.md, After a restore).")
    if has_address() and about.secrets:
        say(f"Set its secrets yourself; they are only in the file: {', '.join(about.secrets)}.")


@contextmanager
def _progress(doing: str) -> Iterator[Callable[[int], None]]:
    """Yield a function that shows a number of bytes, labelled *doing*, if standard error is a terminal."""
    with progress_bar(TextColumn(doing), DownloadColumn(), TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=None)
        yield lambda done: progress.update(task, completed=done)

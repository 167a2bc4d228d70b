"""`arena archive`: old games off to a file, and back.

The store, and psycopg with it, takes longer to import than all else of the command: only what runs imports it.
"""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from arena.cli.database import database, refusing
from arena.cli.terminal.printing import as_json_option, console, note, print_json, say, table

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

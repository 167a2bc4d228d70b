"""Old games off to a file and back: `python -m arena.local.archive list | take PART FILE | put FILE`."""

import os
import sys
from pathlib import Path

import psycopg

from arena.store.errors import StoreError
from arena.store.play.archive import parts, put, take

USAGE = "usage: python -m arena.local.archive list | take PART FILE | put FILE"


def main(words: list[str]) -> int:
    """Do what the words say with the database of `ARENA_DSN`; the exit code."""
    dsn = os.environ.get("ARENA_DSN")
    if dsn is None:
        print("ARENA_DSN must be set in the environment", file=sys.stderr)
        return 2
    try:
        match words:
            case ["list"]:
                _show(dsn)
            case ["take", number, file] if number.isdecimal():
                print(f"{take(dsn, int(number), Path(file)):,} games are in {file}, and no more in the database")
            case ["put", file]:
                print(f"{put(dsn, Path(file)):,} games are back")
            case _:
                print(USAGE, file=sys.stderr)
                return 2
    except (StoreError, OSError, psycopg.OperationalError) as problem:
        print(" ".join(str(problem).split()), file=sys.stderr)
        return 2
    return 0


def _show(dsn: str) -> None:
    for each in parts(dsn):
        where = (
            f"taken off to {each.file}"
            if each.file
            else f"{each.bytes / 2**20:,.0f} MiB, {each.keeps or 'can be taken off'}"
        )
        print(f"part {each.number}: about {each.games:,} games, {where}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

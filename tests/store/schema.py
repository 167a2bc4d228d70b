"""Writes `arena/store/schema.sql`, what a database is today: `make schema`."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store.migrate import migrate

SCHEMA: Final = Path(__file__).resolve().parents[2] / "arena" / "store" / "schema.sql"
_HEAD: Final = """\
-- What a database is today: `make schema` writes this file from what the migrations make, and a
-- test compares. To read, never to run. Partitions of `games` are left out: they have the same
-- columns.
"""
# All partitions are alike, and the sweep makes more of them.
_OPTIONS: Final = ("--schema-only", "--no-owner", "--no-privileges", "--exclude-table=games_[0-9]*")
# What is of the run and of pg_dump's version.
_PASSING: Final = re.compile(r"^(--|SET |SELECT pg_catalog\.|\\(un)?restrict ).*\n", re.MULTILINE)
_WIDTH: Final = 100
_WORD: Final = re.compile(r"(?:'[^']*'|[^\s'])+")


def schema_of(programs: Path, dsn: str) -> str:
    """Return the schema of the database at *dsn* as text.

    By the `pg_dump` in *programs*, without what differs from run to run.
    """
    command = [str(programs / "pg_dump"), *_OPTIONS, dsn]
    dumped = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    statements = re.sub(r"\n{3,}", "\n\n", _PASSING.sub("", dumped)).strip().replace("public.", "")
    return f"{_HEAD}\n" + "".join(f"{_wrapped(line)}\n" for line in statements.split("\n"))


def _wrapped(line: str) -> str:
    """Wrap a line that is too long.

    A string in it stays whole.
    """
    if len(line) <= _WIDTH:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    first, *words = _WORD.findall(line)
    lines = [indent + first]
    for word in words:
        if len(lines[-1]) + 1 + len(word) <= _WIDTH:
            lines[-1] += f" {word}"
        else:
            lines.append(f"{indent}    {word}")
    return "\n".join(lines)


def main() -> None:
    """Write the file anew from a database that is made for it."""
    supervisor = Supervisor(lambda line: print(line, file=sys.stderr))
    with tempfile.TemporaryDirectory(prefix="arena-schema-") as folder:
        postgres = Postgres.prepare(State.open(Path(folder)))
        try:
            supervisor.start([postgres.child("fsync=off")])
            dsn = postgres.make_database()
            migrate(dsn)
            SCHEMA.write_text(schema_of(postgres.programs, dsn))
        finally:
            supervisor.stop()


if __name__ == "__main__":
    main()

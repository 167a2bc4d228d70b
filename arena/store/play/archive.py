"""Move old games, a partition of board ids at a time, to a file and back. Ratings stay."""

import json
import zipfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, LiteralString

from psycopg import sql

from arena.files import create_file
from arena.store.database import Connection, first
from arena.store.errors import ArchivedError, NotArchivableError
from arena.store.locks import ARCHIVE
from arena.store.session import SILENT, Say, Session, retry_while_locked, session

BOARDS: Final = 1_000_000  # boards per partition, as in the SQL function `part_of` (migrations/0001_schema.sql)
# Member of the archive file with the partition's number, and the columns and row count of each table.
ABOUT: Final = "part.json"
BESIDE: Final = ("timeouts", "journal")  # tables whose rows are moved together with the games


@dataclass(frozen=True)
class Part:
    """A partition of the table of games.

    *number*: board ids from number * `BOARDS` on. *bytes*: size on disk, with indexes. *keeps*: why the partition
    cannot be moved to a file, "" if it can.
    """

    number: int
    games: int
    bytes: int
    keeps: str
    file: str  # path of the file with the partition's games; "" while they are in the database


def parts(dsn: str) -> list[Part]:
    """Return all partitions that have games, in the database or in files."""
    with session(dsn, "arena archive") as connection:
        rows = connection.execute(_PARTS).fetchall()
        return [
            Part(number, games, size, "" if file else _keeps(connection, number), file)
            for number, games, size, file in rows
        ]


def take(dsn: str, part: int, file: Path, say: Say = SILENT) -> int:
    """Move the games of partition *part* from the database to *file*; return their number.

    Uses one transaction, committed once the file is complete on the disk. *say* gets a line of text when another
    session blocks the move. Raises `NotArchivableError` while a game of the partition may still be played or rated,
    `LockedOutError`, and `OSError` if *file* exists or cannot be written. No file is left after an error.
    """
    with session(dsn, "arena archive") as connection, create_file(file) as raw:
        _lock(connection, dsn, say)
        if keeps := _keeps(connection, part):
            raise NotArchivableError(f"part {part} cannot be taken off: {keeps}")
        connection.execute(sql.SQL("LOCK TABLE {} IN SHARE MODE").format(_table(part)))
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
            tables = {name: _write(connection, archive, name, part) for name in ("games", *BESIDE)}
            archive.writestr(ABOUT, json.dumps({"part": part, "tables": tables}))
        for name in BESIDE:
            connection.execute(sql.SQL("DELETE FROM {} WHERE {}").format(sql.Identifier(name), _range(part)))
        retry_while_locked(connection, dsn, f"taking part {part} off", partial(_detach, connection, part), say)
        games = int(tables["games"]["rows"])
        connection.execute(
            "INSERT INTO archived_parts (part, file, games) VALUES (%s, %s, %s)", [part, str(file.resolve()), games]
        )
        connection.execute(_WHOSE, {"part": part, "first": part * BOARDS, "behind": (part + 1) * BOARDS})
        return games


def put(dsn: str, file: Path, say: Say = SILENT) -> int:
    """Put the games of *file* back into the database; return their number.

    *say*: as in `take`. Raises `NotArchivableError` unless the partition was moved to a file.
    """
    with session(dsn, "arena archive") as connection, zipfile.ZipFile(file) as archive:
        _lock(connection, dsn, say)
        about = json.loads(archive.read(ABOUT))
        part, tables = int(about["part"]), about["tables"]
        if connection.execute("DELETE FROM archived_parts WHERE part = %s", [part]).rowcount == 0:
            raise NotArchivableError(f"part {part} of {file} is not taken off: there is nothing to put back")
        connection.execute(sql.SQL("CREATE TABLE {} (LIKE games INCLUDING ALL)").format(_table(part)))
        _read(connection, archive, "games", _table(part), tables["games"]["columns"])
        attach = partial(_execute, connection, "SELECT attach_part(%s)", part)
        retry_while_locked(connection, dsn, f"putting part {part} back", attach, say)
        for name in BESIDE:
            _read(connection, archive, name, sql.Identifier(name), tables[name]["columns"])
        return int(tables["games"]["rows"])


def _lock(connection: Session, dsn: str, say: Say) -> None:
    """Prevent other sessions from moving partitions until the transaction ends."""
    lock = partial(_execute, connection, "SELECT pg_advisory_xact_lock(%s)", ARCHIVE)
    retry_while_locked(connection, dsn, "the archive", lock, say)


def _execute(connection: Session, query: LiteralString, parameter: int) -> None:
    with connection.transaction():
        connection.execute(query, [parameter])


def _detach(connection: Session, part: int) -> None:
    with connection.transaction():
        connection.execute(sql.SQL("ALTER TABLE games DETACH PARTITION {0}").format(_table(part)))
        connection.execute(sql.SQL("DROP TABLE {0}").format(_table(part)))


async def refuse_archived(connection: Connection, tournament_id: int) -> None:
    """Raise `ArchivedError` if games of the tournament were moved to a file."""
    row = await first(connection, "archived_of", tournament_id=tournament_id)
    if row is not None:
        name, part, file = row
        hint = f"an operator puts them back with `arena archive put` (part {part}); standings and ratings stay"
        raise ArchivedError(f"games of {name!r} were taken off to {file}: {hint}")


_PARTS: Final = """
SELECT substring(c.relname FROM 7)::bigint AS part, greatest(c.reltuples, 0)::bigint,
    pg_total_relation_size(c.oid), ''
FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'games'::regclass
    AND substring(c.relname FROM 7)::bigint <= (SELECT part_of(coalesce(max(id), 0)) FROM boards)
UNION ALL SELECT part, games, 0, file FROM archived_parts ORDER BY 1
"""


def _keeps(connection: Session, part: int) -> str:
    if connection.execute("SELECT to_regclass(%s)", [f"games_{part}"]).fetchone() == (None,):
        return "it is not there"
    newest = connection.execute("SELECT coalesce(max(id), 0) FROM boards").fetchone()
    if newest is None or part >= newest[0] // BOARDS:
        return "boards are still added to it"
    row = connection.execute(_OPEN, {"first": part * BOARDS, "behind": (part + 1) * BOARDS}).fetchone()
    return "" if row is None else f"tournament {row[0]!r} has boards in it and is not over, or not rated yet"


_WHOSE: Final = """
INSERT INTO archived_tournaments
SELECT DISTINCT tournament_id, %(part)s::bigint FROM boards WHERE id >= %(first)s AND id < %(behind)s
"""
_OPEN: Final = """
SELECT t.name FROM tournaments t
WHERE NOT (t.settled IS NOT NULL OR t.kind = 'gate' AND t.state IN ('finished', 'cancelled'))
    AND EXISTS (SELECT FROM boards b WHERE b.tournament_id = t.id AND b.id >= %(first)s AND b.id < %(behind)s)
ORDER BY t.id LIMIT 1
"""


def _table(part: int) -> sql.Identifier:
    return sql.Identifier(f"games_{part}")


def _range(part: int) -> sql.Composed:
    return sql.SQL("board_id >= {} AND board_id < {}").format(part * BOARDS, (part + 1) * BOARDS)


def _write(connection: Session, archive: zipfile.ZipFile, name: str, part: int) -> dict[str, Any]:
    columns = [row[0] for row in connection.execute(_COLUMNS, [name]).fetchall()]
    query = sql.SQL("COPY (SELECT {} FROM {} WHERE {}) TO STDOUT").format(
        sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(name), _range(part)
    )
    with archive.open(name, "w", force_zip64=True) as out, connection.cursor() as cursor:
        with cursor.copy(query) as copy:
            for chunk in copy:
                out.write(chunk)
        return {"columns": columns, "rows": cursor.rowcount}


def _read(connection: Session, archive: zipfile.ZipFile, name: str, into: sql.Identifier, columns: list[str]) -> None:
    query = sql.SQL("COPY {} ({}) FROM STDIN").format(into, sql.SQL(", ").join(map(sql.Identifier, columns)))
    with archive.open(name) as rows, connection.cursor() as cursor, cursor.copy(query) as copy:
        while chunk := rows.read(1 << 20):
            copy.write(chunk)


_COLUMNS: Final = """
SELECT attname FROM pg_attribute
WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum
"""

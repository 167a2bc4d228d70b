"""Bring a database to this release's schema.

The schema is what the numbered SQL files in `migrations/` make, each applied once.
"""

import hashlib
from importlib import resources

import psycopg

from arena.store.errors import EditedMigration, StoreUnavailable, UnshippedDatabase
from arena.store.locks import MIGRATE

UNSHIPPED = "0001_people.sql"  # the first migration of every database from before the first release

_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now()
)
"""


def migrations() -> dict[str, bytes]:
    """Return the SQL of every migration by file name, in order."""
    folder = resources.files("arena.store") / "migrations"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return {entry.name: entry.read_bytes() for entry in files}


def migrate(dsn: str) -> list[str]:
    """Apply the missing migrations; return their names in order.

    Safe at any time and from several processes at once.

    Raises `EditedMigration`, and does nothing, when an applied migration is not what it was or is
    not in this release; `UnshippedDatabase`, likewise, when the database was made before the first
    release; `StoreUnavailable` when the database does not answer.
    """
    try:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute("SELECT pg_advisory_lock(%s)", [MIGRATE])
            connection.execute(_TABLE)
            return _apply_missing(connection, migrations())
    except psycopg.OperationalError as error:
        raise StoreUnavailable(f"the database cannot be migrated: {' '.join(str(error).split())}") from error


def _apply_missing(connection: psycopg.Connection[tuple[str, str]], files: dict[str, bytes]) -> list[str]:
    applied = dict(connection.execute("SELECT name, sha256 FROM migrations").fetchall())
    if UNSHIPPED in applied:
        place = connection.info
        raise UnshippedDatabase(
            f"the database {place.dbname} at {place.host}:{place.port} was made before the first release,"
            " and its data cannot be taken over: give an empty database, or move the state folder that holds it away"
        )
    for name, sha256 in applied.items():
        _check(name, sha256, files)
    missing = [name for name in files if name not in applied]
    for name in missing:
        with connection.transaction():
            connection.execute(files[name])
            record = [name, hashlib.sha256(files[name]).hexdigest()]
            connection.execute("INSERT INTO migrations (name, sha256) VALUES (%s, %s)", record)
    return missing


def _check(name: str, sha256: str, files: dict[str, bytes]) -> None:
    if name not in files:
        raise EditedMigration(f"the database has migration {name}, which is not in this release: use the newer one")
    if hashlib.sha256(files[name]).hexdigest() != sha256:
        raise EditedMigration(
            f"migration {name} was edited after it was applied: restore the file and put the change into a new one"
        )

"""Bring a database to this release's schema: apply each SQL file of `migrations/` once."""

import hashlib
from functools import partial
from importlib import resources

from arena.store.errors import EditedMigrationError, OldDatabaseError
from arena.store.locks import MIGRATE
from arena.store.session import SILENT, Say, Session, retry_while_locked, session

SCHEMA = "0001_schema.sql"  # the schema of release 1.0; edited in place until that release

KEEP_RECORDS = "save its tournaments with `arena export` of the old checkout"

_TABLE = """
CREATE TABLE IF NOT EXISTS migrations (
    name text PRIMARY KEY,
    sha256 text NOT NULL,
    applied timestamptz NOT NULL DEFAULT now()
)
"""


def migrations() -> dict[str, bytes]:
    """Return the SQL of every migration by file name, in the order of application."""
    folder = resources.files("arena.store") / "migrations"
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".sql")), key=lambda entry: entry.name)
    return {entry.name: entry.read_bytes() for entry in files}


def migrate(dsn: str, say: Say = SILENT) -> list[str]:
    """Apply the missing migrations; return their file names in order.

    Safe at any time, also from several processes at once. While another session holds a needed lock, waits and tries
    again; other sessions can work between the tries. *say* then gets a line of text that names that session.

    Raises `EditedMigrationError` if an applied migration differs from this release's or is not in this release, and
    `OldDatabaseError` for a schema from before release 1.0. Both leave the database unchanged. Raises `LockedOutError`
    if another session kept a lock for minutes, and `StoreUnavailableError` if the database does not answer.
    """
    files = migrations()
    with session(dsn, "arena migrate", autocommit=True) as connection:
        if not _missing(connection, files):
            return []
        take = partial(connection.execute, "SELECT pg_advisory_lock(%s)", [MIGRATE])
        retry_while_locked(connection, dsn, "the migration", take, say)
        connection.execute(_TABLE)
        missing = _missing(connection, files)
        for name in missing:
            retry_while_locked(
                connection, dsn, f"migration {name}", partial(_apply, connection, name, files[name]), say
            )
        return missing


def _missing(connection: Session, files: dict[str, bytes]) -> list[str]:
    if connection.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
        return list(files)
    applied: dict[str, str] = dict(connection.execute("SELECT name, sha256 FROM migrations").fetchall())
    if applied and applied.get(SCHEMA) != hashlib.sha256(files[SCHEMA]).hexdigest():
        place = connection.info
        raise OldDatabaseError(
            f"the database {place.dbname} at {place.host}:{place.port} has an older schema, which this release"
            f" cannot migrate: {KEEP_RECORDS}, then give an empty database here"
        )
    for name, sha256 in applied.items():
        if name not in files:
            raise EditedMigrationError(
                f"the database has migration {name}, which is not in this release: use the newer one"
            )
        if hashlib.sha256(files[name]).hexdigest() != sha256:
            hint = "restore the file and put the change into a new one"
            raise EditedMigrationError(f"migration {name} was edited after it was applied: {hint}")
    return [name for name in files if name not in applied]


def _apply(connection: Session, name: str, sql: bytes) -> None:
    with connection.transaction():
        connection.execute(sql)
        record = [name, hashlib.sha256(sql).hexdigest()]
        connection.execute("INSERT INTO migrations (name, sha256) VALUES (%s, %s)", record)

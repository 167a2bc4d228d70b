"""Back up a database, and the secrets of a state folder, to one file, and restore them."""

import json
import os
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from arena.distribution import installed_version
from arena.escapes import clip
from arena.files import create_file
from arena.local.binaries import find_postgres
from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store.locks import MIGRATE
from arena.store.migrate import migrations
from arena.store.session import SILENT, Say, retry_while_locked, session

ABOUT: Final = "about.json"  # member of the ZIP archive: the arena's release, and the migrations of the database
DUMP: Final = "database.dump"  # member of the ZIP archive: the database in pg_dump's custom format
# Secret files that belong to the database: it has the tokens' hashes, and signatures that the key made.
SECRETS: Final = ("operator.token", "runner.token", "signing.key")
PIECE: Final = 1 << 20  # bytes that are copied at a time
Report = Callable[[int], None]  # takes the number of bytes done


class BackupError(Exception):
    """A backup cannot be created or restored; the message is one line that says why."""


@dataclass(frozen=True)
class About:
    """The contents of a backup file.

    *migrations*: the SHA-256 in hex of each applied migration, by name. *secrets*: names of the secret files.
    """

    release: str
    migrations: Mapping[str, str]
    secrets: tuple[str, ...]


def back_up(dsn: str, file: Path, state: State | None, report: Report, say: Say = SILENT) -> About:
    """Back up the database at *dsn* to *file*, and return the contents of the backup.

    *file* must be new, and only its owner may read it (mode 0600). *state*: state folder whose secrets are backed up
    too; None: no secrets. *report* is called with the number of bytes written so far. Backups and migrations wait for
    one another; *say* is called with a line if this backup waits.
    Raises `BackupError`, `OSError`, `LockedOutError` or `StoreUnavailableError`; no file is left after an error.
    """
    secrets = (
        {name: (state.folder / name).read_text() for name in SECRETS if (state.folder / name).exists()} if state else {}
    )
    with create_file(file, 0o600) as raw, session(dsn, "arena backup", autocommit=True) as guard:
        # Take the lock outside a transaction, so that nothing but migrations waits for it.
        lock = partial(guard.execute, "SELECT pg_advisory_lock_shared(%s)", [MIGRATE])
        retry_while_locked(guard, dsn, "the backup", lock, say)
        if guard.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
            raise BackupError("the database is not the arena's: it has no table of migrations; check ARENA_DSN")
        applied: dict[str, str] = dict(guard.execute("SELECT name, sha256 FROM migrations").fetchall())
        about = About(installed_version(), applied, tuple(secrets))
        with zipfile.ZipFile(raw, "w") as archive:
            archive.writestr(ABOUT, json.dumps({"release": about.release, "migrations": applied}))
            for name, text in secrets.items():
                archive.writestr(f"secrets/{name}", text)
            dumping = _program(dsn, "pg_dump", "--format=custom", "--no-owner", "--no-privileges")
            with archive.open(DUMP, "w", force_zip64=True) as into, dumping as process:
                assert process.stdout is not None
                done = 0
                while piece := process.stdout.read(PIECE):
                    into.write(piece)
                    report(done := done + len(piece))
    return about


def about_of(file: Path) -> About:
    """Return the contents of the backup in *file*. Raises `OSError`; `BackupError` if damaged or of a newer release."""
    try:
        with zipfile.ZipFile(file) as archive:
            document = json.loads(archive.read(ABOUT))
            names = archive.namelist()
            archive.getinfo(DUMP)
            about = About(
                str(document["release"]),
                {str(name): str(digest) for name, digest in document["migrations"].items()},
                tuple(name for name in SECRETS if f"secrets/{name}" in names),
            )
    except (zipfile.BadZipFile, KeyError, ValueError, AttributeError, TypeError):
        raise BackupError(f"{file} is not a backup of the arena, or damaged; give a file of `arena backup`") from None
    ours = {name: sha256(sql).hexdigest() for name, sql in migrations().items()}
    for name, digest in sorted(about.migrations.items()):
        if ours.get(name) != digest:
            raise BackupError(
                f"{file} was made by release {clip(about.release)} with migration {clip(name)}, which this release"
                f" ({installed_version()}) does not have; restore it with that release or a newer one"
            )
    return about


def restore(dsn: str, file: Path, report: Report) -> list[str]:
    """Restore the backup in *file* into the empty database at *dsn*; pause its running tournaments; return their names.

    *report* is called with the number of bytes read so far. After an error the database is unchanged. Raises `OSError`,
    and `BackupError` for a damaged file, a database that is not empty, or a failed restore.
    """
    about_of(file)
    if (relation := _find_relation(dsn)) is not None:
        raise BackupError(f"the database is not empty (it has {relation!r}); give an empty one")
    with zipfile.ZipFile(file) as archive, archive.open(DUMP) as dump:
        options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
        with _program(dsn, "pg_restore", *options) as process:
            assert process.stdin is not None
            done = 0
            try:
                while piece := dump.read(PIECE):
                    process.stdin.write(piece)
                    report(done := done + len(piece))
                process.stdin.close()
            except BrokenPipeError:
                pass  # pg_restore has ended; `_program` raises its exit code and output
    with session(dsn, "arena restore") as connection:
        return [str(name) for (name,) in connection.execute(_PAUSE)]


def restore_state(state: State, file: Path, report: Report) -> list[str]:
    """Restore the backup in *file* into the unused folder *state*, as `restore`; raise `StartError` too."""
    about = about_of(file)
    with state.lock(), _run_postgres(state) as dsn:
        if _find_relation(dsn) is not None:
            raise BackupError(
                f"the database in {state.folder} is not empty; move that folder away, or set ARENA_STATE to a new one"
            )
        with zipfile.ZipFile(file) as archive:
            for name in about.secrets:  # before the database, so that a failed restore can be repeated
                state.write_private(name, archive.read(f"secrets/{name}").decode().strip())
        return restore(dsn, file, report)


@contextmanager
def _run_postgres(state: State) -> Iterator[str]:
    """Run Postgres with the data in *state* during the block, and yield the address of the arena's database."""
    supervisor = Supervisor(lambda line: None)
    try:
        postgres = Postgres.prepare(state)
        supervisor.start([postgres.child()])
        yield postgres.make_database()
    finally:
        supervisor.stop()


_RELATIONS: Final = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' LIMIT 1
"""

_PAUSE: Final = "UPDATE tournaments SET state = 'paused' WHERE state = 'running' RETURNING name"


def _find_relation(dsn: str) -> str | None:
    with session(dsn, "arena restore") as connection:
        row = connection.execute(_RELATIONS).fetchone()
    return None if row is None else str(row[0])


@contextmanager
def _program(dsn: str, name: str, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run the Postgres program *name* during the block, and yield its process. Raises `BackupError` if it fails.

    The password is in its environment, because other users of the machine can read its arguments.
    """
    path = find_postgres() / name
    if not path.exists():
        raise BackupError(f"{path.parent} has no {name}; set ARENA_PG_BIN to a bin folder of Postgres that has it")
    parts = {word: str(value) for word, value in conninfo_to_dict(dsn).items()}
    env = {**os.environ, **({"PGPASSWORD": parts.pop("password")} if "password" in parts else {})}
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [str(path), *options, "--dbname", make_conninfo(**parts)],
            env=env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
        )
        try:
            yield process
            code = process.wait()
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None and not pipe.closed:
                    pipe.close()
        errors.seek(0)
        if code:
            raise BackupError(f"{name} failed: {' '.join(errors.read().decode(errors='replace').split())[-500:]}")

"""Write a database, and the secrets of a state folder, to one file, and bring them back."""

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
from typing import IO, Final

from psycopg.conninfo import conninfo_to_dict, make_conninfo

from arena.distribution import installed_version
from arena.escapes import cut
from arena.files import new_file
from arena.local.binaries import find_postgres
from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store.locks import MIGRATE
from arena.store.migrate import migrations
from arena.store.session import SILENT, Say, retry_while_locked, session

ABOUT: Final = "about.json"  # in the file: the release, and the migrations of its database
DUMP: Final = "database.dump"  # pg_dump's custom format
SECRETS: Final = ("operator.token", "runner.token", "signing.key")  # what the database's hashes and signatures are of
PIECE: Final = 1 << 20
Tell = Callable[[int], None]  # is told how many bytes of the dump are done


class BadBackup(Exception):
    """A backup cannot be made or brought back; the message is one line that says why."""


@dataclass(frozen=True)
class About:
    """What a backup says of itself: *secrets* are names of files, *migrations* their SHA-256."""

    release: str
    migrations: Mapping[str, str]
    secrets: tuple[str, ...]


def back_up(dsn: str, file: Path, state: State | None, tell: Tell, say: Say = SILENT) -> About:
    """Write the database at *dsn*, as it is at one moment, to *file* (new, 0600), with the secrets of *state*.

    Migrations wait until it is done, and it waits for a migration; *say* gets a line then.
    Raises `BadBackup`, `OSError`, `LockedOutError`, `StoreUnavailable`; no file is left then.
    """
    secrets = (
        {name: (state.folder / name).read_text() for name in SECRETS if (state.folder / name).exists()} if state else {}
    )
    with new_file(file, 0o600) as raw, session(dsn, "arena backup", autocommit=True) as guard:
        # No transaction stays open: its locks would keep others waiting, and this one keeps only migrations.
        take = partial(guard.execute, "SELECT pg_advisory_lock_shared(%s)", [MIGRATE])
        retry_while_locked(guard, dsn, "the backup", take, say)
        if guard.execute("SELECT to_regclass('migrations')").fetchone() == (None,):
            raise BadBackup("that database is none of the arena's: it has no table of migrations")
        applied: dict[str, str] = dict(guard.execute("SELECT name, sha256 FROM migrations").fetchall())
        about = About(installed_version(), applied, tuple(secrets))
        with zipfile.ZipFile(raw, "w") as archive:
            archive.writestr(ABOUT, json.dumps({"release": about.release, "migrations": applied}))
            for name, text in secrets.items():
                archive.writestr(f"secrets/{name}", text)
            with archive.open(DUMP, "w", force_zip64=True) as into:
                _dump(dsn, into, tell)
    return about


def about_of(file: Path) -> About:
    """Say what is in the backup *file*. Raises `OSError`, or `BadBackup`: not ours, damaged, of a newer release."""
    try:
        with zipfile.ZipFile(file) as archive:
            told = json.loads(archive.read(ABOUT))
            names = archive.namelist()
            found = About(
                str(told["release"]),
                {str(name): str(digest) for name, digest in told["migrations"].items()},
                tuple(name for name in SECRETS if f"secrets/{name}" in names),
            )
    except (zipfile.BadZipFile, KeyError, ValueError, AttributeError, TypeError):
        raise BadBackup(f"{file} is no backup of the arena, or not whole: give a file of `arena backup`") from None
    if DUMP not in names:
        raise BadBackup(f"{file} is no backup of the arena, or not whole: give a file of `arena backup`")
    ours = {name: sha256(sql).hexdigest() for name, sql in migrations().items()}
    for name, digest in sorted(found.migrations.items()):
        if ours.get(name) != digest:
            raise BadBackup(
                f"{file} was made by release {cut(found.release)} with migration {cut(name)}, which this release"
                f" ({installed_version()}) does not have: restore it with that release or a newer one"
            )
    return found


def restore(dsn: str, file: Path, tell: Tell) -> None:
    """Bring the database of *file* back into the empty one at *dsn*, whole or not at all; raises `BadBackup`."""
    about_of(file)
    with session(dsn, "arena restore") as connection:
        found = connection.execute(_ANYTHING).fetchone()
    if found is not None:
        raise BadBackup(f"the database is not empty (it has {found[0]!r}): give one in which nothing was ever made")
    with zipfile.ZipFile(file) as archive, archive.open(DUMP) as dump:
        _restore(dsn, dump, tell)


def restore_state(state: State, file: Path, tell: Tell) -> None:
    """Bring database and secrets of *file* back into *state*, in which no `arena up` ran yet.

    Raises `BadBackup`, `CannotStart`.
    """
    about = about_of(file)
    with state.lock(), _server(state) as dsn:
        with session(dsn, "arena restore") as connection:
            found = connection.execute(_ANYTHING).fetchone()
        if found is not None:
            raise BadBackup(
                f"the database in {state.folder} is not empty: move that folder away, or set ARENA_STATE to a new one"
            )
        with zipfile.ZipFile(file) as archive:
            for name in about.secrets:  # first: what fails after them can be repeated
                state.write_private(name, archive.read(f"secrets/{name}").decode().strip())
        restore(dsn, file, tell)


@contextmanager
def _server(state: State) -> Iterator[str]:
    """Run the Postgres of *state* for as long as the block, and yield its database."""
    supervisor = Supervisor(lambda line: None)
    try:
        postgres = Postgres.prepare(state)
        supervisor.start([postgres.child()])
        yield postgres.make_database()
    finally:
        supervisor.stop()


_ANYTHING: Final = """
SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' LIMIT 1
"""


def _dump(dsn: str, into: IO[bytes], tell: Tell) -> None:
    with _program(dsn, "pg_dump", "--format=custom", "--no-owner", "--no-privileges") as process:
        assert process.stdout is not None
        done = 0
        while piece := process.stdout.read(PIECE):
            into.write(piece)
            tell(done := done + len(piece))


def _restore(dsn: str, dump: IO[bytes], tell: Tell) -> None:
    options = ("--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error")
    with _program(dsn, "pg_restore", *options) as process:
        assert process.stdin is not None
        done = 0
        try:
            while piece := dump.read(PIECE):
                process.stdin.write(piece)
                tell(done := done + len(piece))
            process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended, and its exit code and last words say why


@contextmanager
def _program(dsn: str, name: str, *options: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program of Postgres on *dsn*; raise `BadBackup` with its last words where it fails.

    The password goes by the environment: everybody on the machine sees arguments.
    """
    path = find_postgres() / name
    if not path.exists():
        raise BadBackup(f"there is no {name} in {path.parent}: set ARENA_PG_BIN to a bin folder of Postgres with it")
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
            raise BadBackup(f"{name} failed: {' '.join(errors.read().decode(errors='replace').split())[-500:]}")

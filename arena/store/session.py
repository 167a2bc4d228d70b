"""Connect for operators' commands. Waits for locks are short, so that other sessions do not queue."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any, Final, LiteralString, NamedTuple, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from arena.escapes import clip, escape
from arena.store.errors import LockedOutError, StoreUnavailableError
from arena.store.locks import POOLS

CONNECT_TIMEOUT: Final = 3  # seconds
LOCK_TIMEOUT: Final = 2.0  # seconds; other readers queue behind a session that waits for a table's lock
RETRY_PAUSE = 1.0  # seconds between tries, in which queued readers proceed
MAX_TRIES = 200  # tries, together about ten minutes
REPEAT_EVERY: Final = 10  # tries until an unchanged line of progress is printed again
BLOCKER_INTERVAL = 0.5  # seconds between queries for the session that holds a lock

Session = psycopg.Connection[tuple[Any, ...]]
Say = Callable[[str], None]  # prints a line of progress
SILENT: Final[Say] = lambda line: None  # noqa: E731
T = TypeVar("T")


@contextmanager
def session(dsn: str, name: str, autocommit: bool = False) -> Iterator[Session]:
    """Yield a connection of the application *name*; commit at the end.

    Raises `StoreUnavailableError` if the database does not answer or cannot do the work now.
    """
    defaults: dict[str, Any] = {"connect_timeout": CONNECT_TIMEOUT, "application_name": name}
    try:
        address = make_conninfo(**defaults | conninfo_to_dict(dsn))
        with psycopg.connect(address, autocommit=autocommit) as connection:
            yield connection
    except psycopg.OperationalError as error:
        why = "does not answer" if error.sqlstate is None else "cannot do this now"
        raise StoreUnavailableError(f"the database {why}: {' '.join(str(error).split())}") from error


SPARE: Final = 10  # connections for migrations, backups, commands and people
PAGES: Final = 2  # pages that are assumed: the database does not list them


class Connections(NamedTuple):
    """The connections that Postgres allows, and the most that the live *gateways* and *workers* and two pages open."""

    allowed: int
    needed: int
    gateways: int
    workers: int


def count_connections(dsn: str) -> Connections:
    """Return the bound of connections to the database at *dsn*. Raises `StoreUnavailableError`."""
    with session(dsn, "arena doctor") as connection:
        row = connection.execute(_CONNECTIONS).fetchone()
    assert row is not None
    allowed, gateways, workers = map(int, row)
    counts = {"gateway": gateways, "worker": workers, "page": PAGES}
    needed = sum((size + 1) * count for part, count in counts.items() for size in POOLS[part]) + SPARE  # 1: a probe
    return Connections(allowed, needed, gateways, workers)


_CONNECTIONS: Final[LiteralString] = """
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT count(*) FROM gateways WHERE seen > now() - interval '10 seconds'),
    (SELECT count(*) FROM live_workers)
"""


def retry_while_locked(connection: Session, dsn: str, what: str, work: Callable[[], T], say: Say) -> T:
    """Return the result of *work*; try again while other sessions hold locks that *work* needs.

    *what*: the work's name, for messages. Each try waits at most `LOCK_TIMEOUT` seconds for a lock. *say* gets a line
    of text that names the session with the lock. *work* must change nothing if a lock is refused. Raises
    `LockedOutError` after `MAX_TRIES`.
    """
    connection.execute(f"SET lock_timeout = {round(1000 * LOCK_TIMEOUT)}".encode())
    said = blocker = ""
    for number in range(MAX_TRIES):
        with ThreadPoolExecutor(1) as threads:
            over = Event()
            looking = threads.submit(_find_blocker, dsn, connection.info.backend_pid, over)
            try:
                return work()
            except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
                pass
            finally:
                over.set()
            blocker = looking.result() or "another session"
        if said != blocker or number % REPEAT_EVERY == 0:
            say(f"{what} waits for {blocker} and tries again every few seconds; Ctrl-C stops it")
            said = blocker
        time.sleep(RETRY_PAUSE)
    raise LockedOutError(f"{what} was locked out for {MAX_TRIES} tries by {blocker}: end that session and repeat")


def _find_blocker(dsn: str, pid: int, over: Event) -> str:
    """Return a description of the session that blocks the session *pid*; "" if none does before *over* is set."""
    with suppress(StoreUnavailableError):
        while not over.wait(BLOCKER_INTERVAL):
            with session(dsn, "arena lock watch") as look:
                row = look.execute(_BLOCKER, [pid]).fetchone()
            if row is not None:
                blocker, application, state = row
                return f"Postgres session {blocker} ({escape(clip(application)) or 'unnamed'}, {state})"
    return ""


_BLOCKER: Final[LiteralString] = """
SELECT a.pid, a.application_name, coalesce(a.state, 'active')
FROM unnest(pg_blocking_pids(%s)) AS b (pid) JOIN pg_stat_activity a USING (pid)
ORDER BY a.xact_start NULLS LAST LIMIT 1
"""

"""Fixtures for all tests: real servers, one of each per process."""

import gc
import os
import signal
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from psycopg import sql

from arena.local.postgres import USER, Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.local.valkey import Valkey
from arena.services import tune_garbage_collector
from arena.store.ratings.catching_up import CatchingUp
from tests.loops import ShortLoop
from workers.link import connection

MEMORY = Path("/dev/shm")
ENOUGH = 4 << 30  # bytes: a dozen Postgres at once, with a database of each test that runs


def _keep_files_in_memory() -> None:
    """Make temporary folders where no disk is waited for.

    A copied database then costs 30 ms instead of 100 to 500.
    """
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize > ENOUGH and not there.f_flag & os.ST_NOEXEC and os.access(MEMORY, os.W_OK):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


_keep_files_in_memory()
os.environ["XDG_CONFIG_HOME"] = os.devnull  # the login of the person who runs the tests is not for them
for name in ("COLUMNS", "LINES"):  # readline, which pytest imports, sets them for all child processes
    os.environ.pop(name, None)
    os.unsetenv(name)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells start background jobs so, and the commands that tests interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
gc.disable()  # while tests are collected: nearly all that is made then stays

# No verdict hangs on how soon the rater is done, or a gateway answers: here they are waited for.
CatchingUp.patience = 60.0
os.environ["ARENA_PATIENCE"] = "60"
connection.CONNECT_WITHIN = 60.0

SLOW_HANGS = 1800  # seconds
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
# No verdict hangs on the clock. What fails is printed with the @reproduce_failure that repeats it above its test.
ANY_PACE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("ci", ANY_PACE, max_examples=6, derandomize=True)
settings.register_profile("all", ANY_PACE, max_examples=200)
settings.load_profile(PROFILE)
if PROFILE == "ci":
    # Hypothesis tries constants of the modules that are loaded; in this profile the draws are not to hang on which are.
    providers._get_local_constants = lambda: providers._local_constants


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give slow tests a longer time-out, and in the long set all.

    Time-outs guard against hanging alone: what is slow may take long on a machine that is busy.
    """
    for item in items:
        if (PROFILE == "all" or item.get_closest_marker("slow")) and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_HANGS))


def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], ShortLoop]]:
    """Run asynchronous tests on loops that are not told of others' ends."""
    return {"short": ShortLoop}


def pytest_collection_finish() -> None:
    """Collect garbage seldom from here on.

    Thousands of tests stay in memory: looking through them for garbage took a seventh of the time.
    """
    tune_garbage_collector()
    gc.enable()


@pytest.fixture(scope="session")
def state() -> Iterator[State]:
    """Yield a state folder for this test process.

    Not in pytest's own folders: they are closed to nobody, as whom root's servers run.
    """
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        yield State.open(Path(folder))


@pytest.fixture(scope="session")
def supervisor() -> Iterator[Supervisor]:
    supervisor = Supervisor(lambda line: print(line, file=sys.stderr))
    yield supervisor
    supervisor.stop()


@pytest.fixture(scope="session")
def postgres(state: State, supervisor: Supervisor) -> Iterator[Postgres]:
    """Start a Postgres of this test process.

    It runs without fsync: only a crash of the machine could tell.
    """
    postgres = Postgres.prepare(state)
    supervisor.start([postgres.child("fsync=off")])
    with psycopg.connect(postgres.dsn("postgres"), autocommit=True) as connection:
        connection.execute("SET scram_iterations = 1")  # each of thousands of connections proves the password
        again = sql.SQL("ALTER USER {} PASSWORD {}").format(sql.Identifier(USER), postgres.password)
        connection.execute(again)
    yield postgres
    _administrator(postgres.dsn("postgres")).close()


@pytest.fixture(scope="session")
def redis_url(state: State, supervisor: Supervisor) -> str:
    """The address of a running Valkey of this test process."""
    valkey = Valkey.prepare(state)
    supervisor.start([valkey.child()])
    return valkey.url


@pytest.fixture(scope="session")
def new_database(postgres: Postgres) -> Callable[[], str]:
    """Return a maker of fresh databases that have the schema.

    It returns a database's address; for fixtures wider than a test.
    """
    from arena.store.migrate import migrate

    migrate(postgres.make_database("template"))
    return lambda: copy_of(postgres, "template")


def copy_of(postgres: Postgres, template: str) -> str:
    """Return the address of a new database that is like *template*, to which nobody is connected."""
    name = f"test_{uuid.uuid4().hex[:12]}"
    copied = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")  # a third faster than through the log
    _administer(postgres, copied.format(sql.Identifier(name), sql.Identifier(template)))
    return postgres.dsn(name)


@pytest.fixture
def database(postgres: Postgres, new_database: Callable[[], str]) -> Iterator[str]:
    """Yield the address of a fresh database with the schema.

    It is dropped after the test.
    """
    dsn = new_database()
    yield dsn
    drop(postgres, dsn)


def drop(postgres: Postgres, dsn: str) -> None:
    """Drop the database at *dsn*."""
    dropped = sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(dsn.rpartition("/")[2]))
    _administer(postgres, dropped)


def _administer(postgres: Postgres, query: sql.Composed) -> None:
    """Make or drop a database, also after a test has killed the server."""
    dsn = postgres.dsn("postgres")
    try:
        _administrator(dsn).execute(query)
    except psycopg.OperationalError:
        _administrator.cache_clear()
        _administrator(dsn).execute(query)


@cache
def _administrator(dsn: str) -> psycopg.Connection:
    """Return a connection that stays open: each database is made and dropped by it."""
    return psycopg.connect(dsn, autocommit=True)


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """Yield a folder that the servers can reach.

    Whoever runs the tests: pytest's own folders are closed to nobody, as whom root's servers run.
    What the children printed is part of a failed test's report.
    """
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        yield Path(folder)
        for log in Path(folder).glob("logs/*.log"):
            print(f"--- {log.name}\n{log.read_text(errors='replace')}")


@pytest.fixture
def own_state(own_folder: Path) -> State:
    return State.open(own_folder)


@pytest.fixture
def guard() -> Iterator[Supervisor]:
    guard = Supervisor(print)
    yield guard
    guard.stop()

"""What every test may ask for: real servers, one of each per test process."""

import os
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import settings
from psycopg import sql

from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.local.valkey import Valkey

settings.register_profile("ci", max_examples=20, deadline=None, print_blob=True)
settings.register_profile("all", max_examples=200, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def state() -> Iterator[State]:
    """A state folder for this test process; pytest's own are closed to nobody, whom root's servers run as."""
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        yield State.open(Path(folder))


@pytest.fixture(scope="session")
def supervisor() -> Iterator[Supervisor]:
    supervisor = Supervisor(lambda line: print(line, file=sys.stderr))
    yield supervisor
    supervisor.stop()


@pytest.fixture(scope="session")
def postgres(state: State, supervisor: Supervisor) -> Postgres:
    """A running Postgres of this test process, without fsync: only a crash of the machine could tell."""
    postgres = Postgres.prepare(state)
    supervisor.start([postgres.child("fsync=off")])
    return postgres


@pytest.fixture(scope="session")
def redis_url(state: State, supervisor: Supervisor) -> str:
    """The address of a running Valkey of this test process."""
    valkey = Valkey.prepare(state)
    supervisor.start([valkey.child()])
    return valkey.url


@pytest.fixture(scope="session")
def new_database(postgres: Postgres) -> Callable[[], str]:
    """Makes a fresh database with the schema in it and returns its address; for fixtures wider than a test."""
    from arena.store.migrate import migrate

    migrate(postgres.make_database("template"))
    return lambda: postgres.make_database(f"test_{uuid.uuid4().hex[:12]}", template="template")


@pytest.fixture
def database(postgres: Postgres, new_database: Callable[[], str]) -> Iterator[str]:
    """The address of a fresh database with the schema in it, dropped after the test."""
    dsn = new_database()
    yield dsn
    with psycopg.connect(postgres.dsn("postgres"), autocommit=True) as connection:
        name = dsn.rpartition("/")[2]
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

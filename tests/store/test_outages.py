import asyncio
import os
import signal
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store import Store, pulse
from arena.store.errors import LeaseLostError, StoreUnavailableError
from arena.store.migrate import migrate
from arena.store.play.rows import Claim
from tests import ask
from tests.local.processes import hung
from tests.store.house import House, claimed, finish, piece, results

T = TypeVar("T")
KILLS = 15  # not until all is played: on a slow machine nothing might ever come through between two of them
BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def persevere(call: Callable[[], Awaitable[T]]) -> T:
    while True:
        try:
            return await call()
        except StoreUnavailableError:
            await asyncio.sleep(0.02)


async def work(store: Store, house: House, name: str) -> None:
    """Play until the tournament is finished, whatever the database does."""
    store.play.attempt_limit = 1_000_000
    lease = 0.5
    while (await persevere(lambda: store.tournaments.named("cup"))).state != "finished":
        await persevere(lambda: house.connect(seats=16))
        claim = await persevere(partial(store.play.claim, name, lease))
        if claim is None:
            await asyncio.sleep(0.02)
        elif not await play(store, claim, name, lease):
            lease = min(2 * lease, 10.0)  # on a slow machine nothing might ever be done within the first one


async def play(store: Store, claim: Claim, name: str, lease: float) -> bool:
    """Whether the block was ours to the end."""
    ours = [(claim.block_id, claim.lease_number)]
    rows = [piece(claim, game.game_id, 0, b"\x01") for board in claim.boards for game in board.games]
    try:
        if await persevere(lambda: store.play.renew(name, ours, rows, lease)):
            return False
        await persevere(lambda: store.play.finish(claim.block_id, claim.lease_number, results(claim)))
    except LeaseLostError:
        return False
    return True


async def check_complete(store: Store, database: str) -> None:
    ended = await store.tournaments.named("cup")
    assert (ended.state, ended.closed, ended.boards) == ("finished", 60, 60)
    with psycopg.connect(database) as connection:
        games = connection.execute("SELECT count(*), count(DISTINCT (board_id, rotation)), count(ended) FROM games")
        assert games.fetchone() == (12 * 4 + 48 * 3,) * 3
        left = "SELECT (SELECT count(*) FROM journal), (SELECT count(*) FROM block_seats)"
        assert connection.execute(left).fetchone() == (0, 0)


async def test_killed_connections_lose_and_double_nothing(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=12, variants=BOTH)
    playing = asyncio.gather(*(work(store, house, f"w{n}") for n in range(4)))
    others = (
        "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
    )
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as killer:
        for _ in range(KILLS):
            await killer.execute(f"SELECT pg_terminate_backend(pid) {others}")
            await asyncio.sleep(0.03)
    await playing
    await check_complete(store, database)


async def test_connections_that_died_idle_cause_no_error(house: House, store: Store, database: str) -> None:
    for _ in range(3):
        await asyncio.gather(*(store.tournaments.page() for _ in range(32)))
        async with await psycopg.AsyncConnection.connect(database, autocommit=True) as killer:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            await killer.execute(f"SELECT pg_terminate_backend(pid) {others}")
        assert await store.tournaments.page() == []


@pytest.mark.faults
async def test_a_killed_postgres_loses_and_doubles_nothing(
    house: House, store: Store, database: str, supervisor: Supervisor, postgres: Postgres
) -> None:
    await house.tournament(boards=12, variants=BOTH)
    playing = asyncio.gather(*(work(store, house, f"w{n}") for n in range(4)))
    while (await persevere(lambda: store.tournaments.progress("cup"))).closed < 12:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    os.kill(supervisor.pid_of("postgres"), signal.SIGKILL)
    await playing
    await check_complete(store, database)


async def test_a_connection_that_dies_in_a_transaction_undoes_it(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    async with await psycopg.AsyncConnection.connect(database) as blocker:
        await blocker.execute("SELECT FROM tournaments FOR UPDATE")  # the last thing that finish takes
        finishing = asyncio.create_task(store.play.finish(claim.block_id, claim.lease_number, results(claim)))
        waiting = "FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        while await (await blocker.execute(f"SELECT pg_terminate_backend(pid) {waiting}")).fetchone() is None:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        with pytest.raises(StoreUnavailableError):
            await finishing
    assert (await store.tournaments.named("cup")).closed == 0
    await finish(store, claim)
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_a_database_that_is_not_there_is_one_clear_condition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.database.PATIENCE", 0.2)
    with pytest.raises(StoreUnavailableError, match="does not answer"):
        await Store.open("postgresql://arena@127.0.0.1:1/arena")


async def test_a_database_that_takes_no_changes_is_away_until_it_takes_some(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.database.PATIENCE", 0.3)
    store = await Store.open(database)
    name = psycopg.conninfo.conninfo_to_dict(database)["dbname"]
    async with await psycopg.AsyncConnection.connect(database, autocommit=True) as admin:
        await store.play.see_worker("w")
        await admin.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        with pytest.raises(StoreUnavailableError):
            await store.play.see_worker("w")
        await admin.execute("SET default_transaction_read_only = off")
        await admin.execute(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    await persevere(lambda: store.play.see_worker("w"))
    await store.close()


async def test_a_read_only_connection_is_replaced(database: str) -> None:
    read_only = {"options": "-c default_transaction_read_only=on", "target_session_attrs": "any"}
    store = await Store.open(psycopg.conninfo.make_conninfo(database, **read_only))
    async with store.transaction() as connection:
        before = connection.info.backend_pid
    with pytest.raises(StoreUnavailableError, match="the database takes no changes: it is read-only, or a standby"):
        await store.play.see_worker("w")
    async with store.transaction() as connection:
        assert connection.info.backend_pid != before
    await store.close()


async def test_a_statement_that_takes_too_long_is_an_outage(database: str) -> None:
    store = await Store.open(database, statement_timeout=0.05)
    with pytest.raises(StoreUnavailableError, match="statement timeout"):
        async with store.transaction() as connection:
            await connection.execute("SELECT pg_sleep(60)")
    async with store.transaction(statement_timeout=60) as connection:
        await connection.execute("SELECT pg_sleep(0.1)")
    await store.play.see_worker("w")
    await store.close()


@pytest.fixture(scope="module")
def hanging() -> Iterator[tuple[str, Supervisor]]:
    """Yield the address of a database in a Postgres of its own, which may hang, and its supervisor."""
    guard = Supervisor(print)
    with tempfile.TemporaryDirectory(prefix="arena-test-") as folder:
        postgres = Postgres.prepare(State.open(Path(folder)))
        guard.start([postgres.child("fsync=off")])
        dsn = postgres.make_database()
        migrate(dsn)
        yield dsn, guard
        guard.stop()


async def test_a_postgres_that_hangs_is_an_outage_until_it_answers(hanging: tuple[str, Supervisor]) -> None:
    dsn, guard = hanging
    store = await Store.open(dsn, size=2)
    inside, outside = asyncio.Event(), asyncio.Event()

    async def be_in_the_middle() -> None:
        async with store.transaction() as connection:
            await connection.execute("DELETE FROM tournaments")
            inside.set()
            await outside.wait()
            await connection.execute("DELETE FROM owners")

    middle = asyncio.create_task(be_in_the_middle())
    await inside.wait()
    with hung(guard.pid_of("postgres")):  # it answers again only after everybody else was answered
        outside.set()
        calls = [middle, *(asyncio.create_task(store.tournaments.page()) for _ in range(8))]
        answers = await asyncio.gather(*calls, return_exceptions=True)
        assert {type(each) for each in answers} == {StoreUnavailableError}
        with pytest.raises(StoreUnavailableError, match="hangs"):
            await store.play.see_worker("w")
        with pytest.raises(StoreUnavailableError):
            await Store.open(dsn)
        with pytest.raises(StoreUnavailableError):
            migrate(dsn)
    assert await persevere(store.tournaments.page) == []
    await persevere(lambda: store.play.see_worker("w"))
    await store.close()


async def test_a_reader_who_leaves_while_postgres_hangs_is_let_go(hanging: tuple[str, Supervisor]) -> None:
    dsn, guard = hanging
    store = await Store.open(dsn)
    with hung(guard.pid_of("postgres")):
        reading = asyncio.create_task(store.tournaments.page())
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises((asyncio.CancelledError, StoreUnavailableError)):
            await reading
    assert await persevere(store.tournaments.page) == []
    await store.close()


async def test_long_work_on_a_postgres_that_answers_is_left_alone(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    probes = 0

    async def counted(dsn: str) -> None:
        nonlocal probes
        await probe(dsn)
        probes += 1

    probe = pulse._probe
    monkeypatch.setattr(pulse, "SUSPECT_AFTER", 0.01)
    monkeypatch.setattr(pulse, "PROBE_INTERVAL", 0.01)
    monkeypatch.setattr(pulse, "PROBE_SLICE", 60.0)
    monkeypatch.setattr(pulse, "_probe", counted)
    store = await Store.open(database)
    async with store.transaction() as connection:
        while probes < 3:
            await connection.execute("SELECT pg_sleep(0.01)")
    await store.close()


async def test_a_timer_that_goes_off_early_makes_a_probe(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    probed = asyncio.Event()

    async def noted(dsn: str) -> None:
        probed.set()

    monkeypatch.setattr(pulse, "_probe", noted)
    watched = pulse.Pulse(database)
    watched._suspect()  # although no transaction is old enough
    await probed.wait()
    await watched.stop()

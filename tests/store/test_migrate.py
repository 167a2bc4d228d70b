from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from arena.local.postgres import Postgres
from arena.store import Store
from arena.store import migrate as module
from arena.store.errors import EditedMigrationError, OldDatabaseError, StoreUnavailableError
from arena.store.migrate import migrate, migrations

ADD_BOARDS = (
    "INSERT INTO boards (id, tournament_id, number, block_id, line_up, seed, commitment) OVERRIDING SYSTEM VALUE"
)


def test_each_migration_is_applied_once_in_order(empty: str) -> None:
    assert migrate(empty) == sorted(migrations())
    assert migrate(empty) == []


def test_two_processes_at_once_share_the_work(empty: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        applied = list(threads.map(migrate, [empty] * 4))
    assert sorted(name for names in applied for name in names) == sorted(migrations())


LATER = "0002_later.sql"


def with_one_more(sql: bytes) -> dict[str, bytes]:
    return {**migrations(), LATER: sql}


def test_an_edited_migration_is_refused_in_one_line(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = [with_one_more(sql) for sql in (b"CREATE TABLE later ()", b"CREATE TABLE latest ()")]
    monkeypatch.setattr(module, "migrations", lambda: versions[0])
    assert migrate(database) == [LATER]
    monkeypatch.setattr(module, "migrations", lambda: versions[1])
    with pytest.raises(EditedMigrationError, match=r"^migration 0002_later\.sql was edited[^\n]+$"):
        migrate(database)


def test_a_database_of_a_newer_release_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    more = with_one_more(b"CREATE TABLE later ()")
    with monkeypatch.context() as newer:
        newer.setattr(module, "migrations", lambda: more)
        migrate(database)
    with pytest.raises(EditedMigrationError, match="not in this release"):
        migrate(database)


def test_a_migration_that_fails_leaves_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = with_one_more(b"CREATE TABLE half (); SELECT 1 / 0")
    monkeypatch.setattr(module, "migrations", lambda: broken)
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)
        assert connection.execute("SELECT count(*) FROM migrations").fetchone() == (len(broken) - 1,)


def test_a_database_that_does_not_answer(postgres: Postgres) -> None:
    with pytest.raises(StoreUnavailableError):
        migrate("postgresql://arena@127.0.0.1:1/arena")


@pytest.mark.parametrize("first", ["0001_accounts.sql", "0001_schema.sql"])
def test_a_database_from_before_release_1_is_refused_in_one_line(empty: str, first: str) -> None:
    with psycopg.connect(empty) as connection:
        connection.execute("CREATE TABLE migrations (name text PRIMARY KEY, sha256 text NOT NULL)")
        connection.execute("INSERT INTO migrations VALUES (%s, 'a'), ('0002_tournaments.sql', 'b')", [first])
    name = empty.rpartition("/")[2]
    line = rf"^the database {name} at 127\.0\.0\.1:\d+ has an older schema, [^\n]+`arena export` of the old[^\n]+$"
    with pytest.raises(OldDatabaseError, match=line):
        migrate(empty)


def test_games_are_where_their_boards_belong_and_once(database: str) -> None:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SET session_replication_role = replica")  # what they belong to is left out
        connection.execute(
            f"{ADD_BOARDS} SELECT id, 1, id % 1000000, 1, '{{1,2,3}}', sha256('a'), sha256(sha256('a'))"
            " FROM unnest('{7,999999,2500000}'::int[]) id"
        )
        connection.execute(
            "INSERT INTO games (board_id, rotation, attempt, seat_ids) SELECT id, r, 0, '{1,2,3}'"
            " FROM boards, generate_series(0, 2) r ORDER BY id, r"
        )
        connection.execute(
            "INSERT INTO journal (board_id, game_id, lease_number, start, upto, actions, state, clean)"
            " SELECT board_id, id, 1, 0, 1, 'x', '{}', true FROM games WHERE board_id = 999999"
        )
        connection.execute("SET session_replication_role = origin")
        parts = connection.execute("SELECT tableoid::regclass::text, count(*) FROM games GROUP BY 1 ORDER BY 1")
        assert parts.fetchall() == [("games_0", 6), ("games_2", 3)]
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO games (board_id, rotation, attempt, seat_ids) VALUES (7, 1, 0, '{}')")
        connection.execute("DELETE FROM games WHERE board_id = 999999")
        assert connection.execute("SELECT count(*) FROM journal").fetchone() == (0,)


async def test_partitions_are_there_before_they_are_needed(database: str) -> None:
    store = await Store.open(database)
    try:
        with psycopg.connect(database, autocommit=True) as connection:
            count = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'games'::regclass"
            assert connection.execute(count).fetchone() == (4,)
            connection.execute("SET session_replication_role = replica")
            connection.execute(f"{ADD_BOARDS} VALUES (2000000, 1, 0, 1, '{{}}', sha256('a'), sha256(sha256('a')))")
            with psycopg.connect(database) as other:
                other.execute("LOCK TABLE journal")
                await store.ratings.sweep()  # somebody is in the way: another time will do
                assert connection.execute(count).fetchone() == (4,)
            await store.ratings.sweep()
            assert connection.execute(count).fetchone() == (6,)
    finally:
        await store.close()

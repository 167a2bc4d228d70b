from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from arena.local.postgres import Postgres
from arena.store import Store
from arena.store import migrate as module
from arena.store.errors import EditedMigration, StoreUnavailable
from arena.store.migrate import migrate, migrations
from tests.store.house import token

ADD_BOARDS = (
    "INSERT INTO boards (id, tournament_id, number, block_id, line_up, seed, commitment) OVERRIDING SYSTEM VALUE"
)


@pytest.fixture
def empty(postgres: Postgres, database: str) -> str:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return database


def test_each_migration_is_applied_once_in_order(empty: str) -> None:
    assert migrate(empty) == sorted(migrations())
    assert migrate(empty) == []


def test_two_processes_at_once_share_the_work(empty: str) -> None:
    with ThreadPoolExecutor(4) as threads:
        applied = list(threads.map(migrate, [empty] * 4))
    assert sorted(name for names in applied for name in names) == sorted(migrations())


def test_an_edited_migration_is_refused_in_one_line(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edited = {name: sql + b"\n-- harmless" if "tournaments" in name else sql for name, sql in migrations().items()}
    monkeypatch.setattr(module, "migrations", lambda: edited)
    with pytest.raises(EditedMigration, match=r"^migration 0002_tournaments\.sql was edited[^\n]+$"):
        migrate(database)


def test_a_database_of_a_newer_release_is_refused(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fewer = dict(list(migrations().items())[:-1])
    monkeypatch.setattr(module, "migrations", lambda: fewer)
    with pytest.raises(EditedMigration, match="not in this release"):
        migrate(database)


def test_a_migration_that_fails_leaves_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = {**migrations(), "0099_broken.sql": b"CREATE TABLE half (); SELECT 1 / 0"}
    monkeypatch.setattr(module, "migrations", lambda: broken)
    with pytest.raises(psycopg.errors.DivisionByZero):
        migrate(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT to_regclass('half')").fetchone() == (None,)
        assert connection.execute("SELECT count(*) FROM migrations").fetchone() == (len(broken) - 1,)


def test_a_database_that_does_not_answer(postgres: Postgres) -> None:
    with pytest.raises(StoreUnavailable):
        migrate("postgresql://arena@127.0.0.1:1/arena")


def test_tokens_from_before_there_were_many_go_on(empty: str) -> None:
    files = migrations()
    with psycopg.connect(empty, autocommit=True) as connection:
        for name in (name for name in files if name < "0016"):
            connection.execute(files[name])
        connection.execute("INSERT INTO operators VALUES (sha256('root'))")
        connection.execute("INSERT INTO owners (name, token_hash) VALUES ('ann', sha256('ann'))")
        connection.execute("INSERT INTO bots (name, owner_id) VALUES ('a1', 1)")
        connection.execute("INSERT INTO bot_versions (bot_id, version, token_hash) VALUES (1, '1', sha256('a1'))")
        connection.execute(files["0016_tokens.sql"])
        found = connection.execute("SELECT hash, scope, owner, bot, ended FROM named_tokens ORDER BY id").fetchall()
    assert [(bytes(row[0]), *row[1:]) for row in found] == [
        (token("root"), "operator", None, None, None),
        (token("ann"), "owner", "ann", None, None),
        (token("a1"), "bot", "ann", "a1@1", None),
    ]


def test_games_from_before_there_were_partitions_are_where_they_belong(empty: str) -> None:
    files = migrations()
    with psycopg.connect(empty, autocommit=True) as connection:
        for name in (name for name in files if name < "0033"):
            connection.execute(files[name])
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
            "INSERT INTO journal (game_id, token, start, upto, actions, state, clean)"
            " SELECT id, 1, 0, 1, 'x', '{}', true FROM games WHERE board_id = 999999"
        )
        connection.execute(
            "INSERT INTO timeouts SELECT id, 0, 1, 2, 1, 1, now(), 1, 1, 1, 1, 1, 1, true FROM games WHERE rotation = 1"
        )
        connection.execute("SET session_replication_role = origin")
        before = connection.execute("SELECT id, board_id, rotation FROM games ORDER BY id").fetchall()
        for name in (name for name in files if name >= "0033"):
            connection.execute(files[name])
        assert connection.execute("SELECT id, board_id, rotation FROM games ORDER BY id").fetchall() == before
        parts = connection.execute("SELECT tableoid::regclass::text, count(*) FROM games GROUP BY 1 ORDER BY 1")
        assert parts.fetchall() == [("games_0", 6), ("games_2", 3)]
        for table, rows in (("journal", 3), ("timeouts", 3)):
            query = f"SELECT count(*) FROM {table} t JOIN games g ON (g.board_id, g.id) = (t.board_id, t.game_id)"
            assert connection.execute(query).fetchone() == (rows,)
        with pytest.raises(psycopg.errors.UniqueViolation):
            connection.execute("INSERT INTO games (board_id, rotation, attempt, seat_ids) VALUES (7, 1, 0, '{}')")
        new = connection.execute(
            "INSERT INTO games (board_id, rotation, attempt, seat_ids) VALUES (7, 3, 0, '{}') RETURNING id"
        )
        (number,) = new.fetchone() or (0,)
        assert number > before[-1][0]
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
                await store.sweep()  # somebody is in the way: another time will do
                assert connection.execute(count).fetchone() == (4,)
            await store.sweep()
            assert connection.execute(count).fetchone() == (6,)
    finally:
        await store.close()

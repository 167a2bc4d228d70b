"""A database of an earlier release, with a tournament under way.

It goes on, and says that it has no root.
"""

import asyncio
import hashlib

import psycopg
import pytest

from arena.store import Store
from arena.store import migrate as module
from arena.store.migrate import migrate, migrations
from arena.store.tournaments.rows import NewVariant
from tests.store.house import House, piece, results

BOARD = "INSERT INTO boards (tournament_id, number, block_id, line_up, seed, commitment) VALUES (1, %s, 1, %s, %s, %s)"


def made_before(dsn: str) -> None:
    """Four bots, and a tournament of two boards that runs."""
    with psycopg.connect(dsn) as sql:
        sql.execute("INSERT INTO owners (name) VALUES ('ann')")
        for bot in "abcd":
            sql.execute("INSERT INTO bots (name, owner_id) VALUES (%s, 1)", [bot])
        sql.execute("INSERT INTO bot_versions (bot_id, version) SELECT id, '1' FROM bots ORDER BY id")
        sql.execute(
            "INSERT INTO tournaments (name, kind, pool, state, boards_each, allow_same_owner, seed, move_us, bank_us,"
            " auto_single) VALUES ('old', 'round-robin', 'trust', 'running', 2, true, 'a seed', 5000000, 0, true)"
        )
        sql.execute(
            "INSERT INTO tournament_variants (tournament_id, index, variant, family, options, revision, seats)"
            " VALUES (1, 0, 'spades-4', 'spades', '{}', 1, 4)"
        )
        sql.execute("INSERT INTO entrants (tournament_id, index, version_id) SELECT 1, id - 1, id FROM bot_versions")
        sql.execute("INSERT INTO blocks (tournament_id, variant_index, line_up) VALUES (1, 0, '{1,2,3,4}')")
        for number in range(2):
            seed = hashlib.sha256(bytes([number])).digest()
            sql.execute(BOARD, [number, [1, 2, 3, 4], seed, hashlib.sha256(seed).digest()])


def migrate_below(dsn: str, number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the database that a release had before the migration *number*."""
    with monkeypatch.context() as before:
        earlier = {name: sql for name, sql in migrations().items() if name < number}
        before.setattr(module, "migrations", lambda: earlier)
        migrate(dsn)


async def test_a_tournament_of_an_earlier_release_goes_on(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate_below(empty, "0011", monkeypatch)
    made_before(empty)
    migrate(empty)
    store = await Store.open(empty)
    try:
        house = House(store)
        house.versions = {bot: place for place, bot in enumerate("abcd", start=1)}
        await house.connect(seats=4)
        claim = await store.play.claim("w", 60)
        assert claim is not None
        first = [board.seed for board in claim.boards]
        assert first == [hashlib.sha256(bytes([number])).digest() for number in range(2)]
        await store.play.void(claim.boards[0].board_id, claim.token, "why")
        await store.play.finish(claim.block_id, claim.token, results(claim)[4:])
        await store.tournaments.extend_tournament("old", 1)
        await house.play_out()
        assert (await store.tournaments.named("old")).closed == 3
        root = await store.tournaments.root("old")
        assert (root.root, root.test_seed) == (None, "")
        epochs = await store.tournaments.epochs("old")
        assert [(row.occasion, row.boards, row.root is None) for row in epochs] == [
            ("first", 2, True),
            ("extension", 1, False),
        ]
        assert len({row.commitment for row in await store.tournaments.commitments("old")}) == 3
    finally:
        await store.close()


async def test_a_game_under_way_whose_accounts_were_two_numbers_goes_on(house: House, database: str) -> None:
    """The journal is one of today with the third number taken off."""
    await house.tournament(boards=1)
    claim = await house.store.play.claim("w", 60)
    assert claim is not None
    game = claim.boards[0].games[0].game_id
    rows = [piece(claim, game, 0, b"\x01\x02")]
    assert await house.store.play.renew("w", [(claim.block_id, claim.token)], rows, 60) == set()
    conversion = migrations()["0013_telling.sql"].decode().partition("-- Games under way")[2]
    with psycopg.connect(database) as sql:
        sql.execute(
            "UPDATE journal SET state = convert_to(replace(convert_from(state, 'UTF8'), '[0, 0, 0]', '[7, 8]'), 'UTF8')"
        )
        sql.execute("-- Games under way" + conversion)
    await house.store.play.release(claim.block_id, claim.token)
    again = await house.store.play.claim("w", 60)
    assert again is not None
    journal = again.boards[0].games[0].journal
    assert journal is not None
    assert journal.costs == [[7, 8, 0]] * 4


async def test_masters_that_followed_from_a_seed_are_drawn_anew(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate_below(empty, "0011", monkeypatch)
    made_before(empty)
    migrate_below(empty, "0013", monkeypatch)
    migrate(empty)
    with psycopg.connect(empty) as sql:
        ((master,),) = sql.execute("SELECT master FROM tournaments").fetchall()
    assert len(master) == 32
    assert master != hashlib.sha256(b"before 0010 a seed").digest()


async def test_a_tournament_goes_on_while_its_schema_is_brought_up_to_date(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker of before holds a block, its connections and a transaction all the while."""
    migrate_below(empty, "0039", monkeypatch)
    before = await Store.open(empty, size=3)
    house = House(before)
    await house.register("ann", ["a1", "a2"])
    await house.register("bob", ["b1", "b2"])
    await house.connect(seats=100)
    await house.tournament(variants=[NewVariant("pinochle-cutthroat")])
    first, held = await before.play.claim("old", 60), await before.play.claim("old", 60)
    assert first is not None
    assert held is not None
    await before.play.finish(first.block_id, first.token, results(first))
    async with before.transaction() as connection:
        await connection.execute("SELECT count(*) FROM games")
        await asyncio.to_thread(migrate, empty)
    after = await Store.open(empty)
    try:
        rows = [piece(held, held.boards[0].games[0].game_id, 0, b"\x01\x02")]
        assert await before.play.renew("old", [(held.block_id, held.token)], rows, 60) == set()
        taken = await after.play.claim("new", 60)
        assert taken is not None
        assert taken.block_id not in (first.block_id, held.block_id)
        await after.play.finish(taken.block_id, taken.token, results(taken))
        await before.play.release(held.block_id, held.token)  # as TERM makes a worker do
        again = await after.play.claim("new", 60)
        assert again is not None
        assert again.block_id == held.block_id
        assert again.boards[0].games[0].journal is not None
        await after.play.finish(again.block_id, again.token, results(again))
        await House(after).play_out()
        cup = await after.tournaments.named("cup")
        assert (cup.closed, cup.state) == (cup.boards, "finished")
        async with after.transaction() as connection:
            games = await (
                await connection.execute("SELECT count(*), count(ended), max(attempt) FROM games")
            ).fetchone()
        assert games == (cup.boards * 3, cup.boards * 3, 0)
    finally:
        await after.close()
        await before.close()

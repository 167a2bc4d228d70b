import psycopg

from arena.store import Store
from tests import ask
from tests.store.house import House, claimed, finish, results

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]
COUNTED = """
SELECT t.id, count(b.id) FILTER (WHERE b.state NOT IN ('cancelled', 'forfeited')),
    coalesce(sum(cardinality(b.line_up)) FILTER (WHERE b.state NOT IN ('cancelled', 'forfeited')), 0),
    count(*) FILTER (WHERE b.state = 'cancelled'), count(*) FILTER (WHERE b.state = 'forfeited'),
    count(*) FILTER (WHERE b.state = 'closed')
FROM tournaments t LEFT JOIN boards b ON b.tournament_id = t.id GROUP BY t.id ORDER BY t.id
"""


def check(sql: psycopg.Connection[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """Check what is told of all tournaments; return it. It is what comes out when each of their boards is counted."""
    query = "SELECT tournament_id, boards, games, cancelled, forfeited, closed FROM board_counts ORDER BY 1"
    counted = sql.execute(COUNTED).fetchall()
    assert sql.execute(query).fetchall() == counted
    return counted


async def test_counts_are_those_of_the_boards_whatever_becomes_of_them(
    house: House, store: Store, database: str
) -> None:
    await house.tournament("one", boards=9, variants=BOTH)
    await house.tournament("other", boards=2, variants=BOTH)
    with psycopg.connect(database, autocommit=True) as sql:
        check(sql)
        claim = await claimed(store)
        await store.play.void(claim.boards[0].board_id, claim.lease_number, "a test")
        await store.play.finish(claim.block_id, claim.lease_number, results(claim)[len(claim.boards[0].games) :])
        check(sql)
        await store.ratings.rate()
        check(sql)
        await store.tournaments.extend_tournament("other", 1)
        await store.tournaments.withdraw("one", "b2", None)
        await house.play_out()
        assert (await store.tournaments.progress("one")).closed == (await store.tournaments.named("one")).boards
        await store.ratings.rate()
        await store.ratings.rebuild()
        assert [row[3] for row in check(sql)] == [5 * 9 - (await store.tournaments.named("one")).boards, 0]


async def test_counts_of_a_gate_that_drops_boards(house: House, store: Store, database: str) -> None:
    await store.accounts.register_bot("a1", "2", "ann", b"2" * 32)
    house.versions["a1@2"] = (await store.accounts.bots())[1].version_id
    await house.connect(seats=64)
    name = await store.tournaments.create_gate(
        ask.gate("a1@2", "a1@1", variants=[ask.variant("spades-4")], fillers=["a2", "b1", "b2"], allow_same_owner=True)
    )
    await finish(store, await claimed(store))
    await store.tournaments.cancel_tournament(name)
    await store.tend()
    with psycopg.connect(database) as sql:
        assert check(sql)[0][1] > 0


async def test_blocks_of_a_cancelled_tournament_are_not_open_for_ever(
    house: House, store: Store, database: str
) -> None:
    await house.connect(seats=64)
    await house.tournament("cup", boards=24)
    played, lost = await claimed(store), await claimed(store)
    await store.tournaments.cancel_tournament("cup")
    with psycopg.connect(database, autocommit=True) as sql:
        open_blocks = "SELECT array_agg(state ORDER BY id) FROM blocks WHERE state <> 'done'"
        await store.ratings.sweep()
        assert sql.execute(open_blocks).fetchone() == (["leased", "leased"],)
        await finish(store, played)
        sql.execute("UPDATE blocks SET lease_until = now() - interval '1 second' WHERE state = 'leased'")
        await store.ratings.sweep()
        assert sql.execute(open_blocks).fetchone() == (None,)
        assert check(sql)[0][1:] == (24, 24 * 4, 0, 0, 8)
        assert sql.execute("SELECT count(*) FROM block_seats").fetchone() == (0,)
    assert await store.play.renew("w", [(lost.block_id, lost.lease_number)], [], 60) == {lost.block_id}
    assert (await store.tournaments.progress("cup")).offline == []

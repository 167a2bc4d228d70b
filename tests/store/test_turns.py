from collections import Counter

import psycopg
import pytest

from arena.rules import family_of
from arena.store import Store
from arena.store.errors import InvalidTournamentError
from arena.store.names import FAMILIES
from arena.store.play.rows import Claim
from tests import ask
from tests.store.house import VARIANTS, House, claimed, finish

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def whose(store: Store, claim: Claim, database: str) -> str:
    with psycopg.connect(database) as sql:
        query = "SELECT t.name FROM blocks b JOIN tournaments t ON t.id = b.tournament_id WHERE b.id = %s"
        row = sql.execute(query, [claim.block_id]).fetchone()
    assert row
    return str(row[0])


async def played(store: Store, database: str, count: int) -> list[str]:
    """The tournaments of so many blocks, one claimed and finished after another."""
    names = []
    for _ in range(count):
        claim = await claimed(store)
        names.append(await whose(store, claim, database))
        await finish(store, claim)
    return names


async def test_a_higher_priority_comes_first(house: House, store: Store, database: str) -> None:
    await house.tournament("low", boards=16, priority=-3)
    await house.tournament("middle", boards=16)
    await house.tournament("high", boards=16, priority=10)
    assert await played(store, database, 6) == ["high", "high", "middle", "middle", "low", "low"]
    assert (await store.tournaments.named("high")).priority == 10
    for priority in (-11, 11):
        with pytest.raises(InvalidTournamentError, match=f"priority: {priority} given, -10 to 10"):
            await house.tournament("wrong", priority=priority)


async def test_a_priority_is_changed_on_the_way(house: House, store: Store, database: str) -> None:
    await house.tournament("one", boards=32)
    await house.tournament("two", boards=32)
    assert (await store.tournaments.set_priority("two", 4)).priority == 4
    assert await played(store, database, 2) == ["two", "two"]
    await store.tournaments.set_priority("one", 5)
    assert await played(store, database, 2) == ["one", "one"]
    with pytest.raises(InvalidTournamentError, match="priority: 11 given, -10 to 10"):
        await store.tournaments.set_priority("one", 11)


async def test_equal_ones_share_also_with_one_worker(house: House, store: Store, database: str) -> None:
    for name in ("a", "b", "c"):
        await house.tournament(name, boards=32)
    assert await played(store, database, 9) == ["a", "b", "c"] * 3
    await house.tournament("late", boards=32)
    assert Counter(await played(store, database, 3)).most_common(1)[0][1] == 1  # it takes its turn, and no more


async def test_tables_under_play_are_shared(house: House, store: Store, database: str) -> None:
    await house.connect(seats=48)
    await house.tournament("old", boards=80)
    assert all([await store.play.claim("w", 60) for _ in range(3)])
    await house.tournament("new", boards=80)
    more = [claim for claim in [await store.play.claim("w", 60) for _ in range(3)] if claim]
    assert [await whose(store, claim, database) for claim in more] == ["new"] * 3


async def test_a_low_priority_is_not_forgotten(house: House, store: Store, database: str) -> None:
    """A block that was passed over for a minute keeps its bots' seats, whatever the priority."""
    await house.connect(seats=8)
    await house.tournament("high", boards=80, priority=5)
    await house.tournament("low", boards=8)
    (first,) = await played(store, database, 1)
    with psycopg.connect(database, autocommit=True) as sql:
        aged = sql.execute(
            "UPDATE blocks SET passed_since = now() - interval '2 minutes' WHERE passed_since IS NOT NULL"
        )
        assert aged.rowcount == 1
    assert [first, *await played(store, database, 2)] == ["high", "low", "high"]


async def test_a_claim_takes_the_families_it_is_for(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=8, variants=BOTH)
    assert await store.ratings.sweep() == {"spades": 1, "pinochle": 4}
    for family, blocks in (("spades", 1), ("pinochle", 4)):
        claims = [await store.play.claim("w", 60, [family]) for _ in range(blocks)]
        assert {family_of(claim.variant) for claim in claims if claim} == {family}
        assert await store.play.claim("w", 60, [family]) is None
    assert {family_of(variant) for variant in VARIANTS} == {*FAMILIES}

import psycopg
import pytest

from arena.store import Store
from tests import ask
from tests.store.house import House, claimed, holder_of
from tests.store.tournaments.test_absence import age


@pytest.fixture
async def challenged(house: House, store: Store) -> str:
    """Bob's b1 is challenged by ann's a1; there is room for both."""
    await house.connect(seats=100)
    ann = await holder_of(store, "ann")
    assert ann.owner_id
    await store.tournaments.open_to_challenges("b1", True, None)
    return await store.tournaments.create_challenge(
        ask.gate("a1", "b1", [ask.variant("pinochle-single-deck")], most_boards=200), ann.owner_id
    )


async def test_a_challenge_ends_an_hour_after_a_bot_left(
    house: House, store: Store, challenged: str, database: str
) -> None:
    await house.connect(seats=100, bots=["a1", "a2", "b2"])
    with psycopg.connect(database, autocommit=True) as sql:
        await store.ratings.sweep()
        age(sql, 59)
        await store.ratings.sweep()
        assert (await store.tournaments.named(challenged)).state == "running"
        age(sql, 2)
        await store.ratings.sweep()
    assert (await store.tournaments.named(challenged)).state == "cancelled"
    assert (await store.tournaments.gate(challenged)).decision == "undecided"


async def test_a_tournament_is_played_before_a_challenge(house: House, store: Store, challenged: str) -> None:
    await house.tournament(boards=1)
    assert (await claimed(store)).variant == "spades-4"

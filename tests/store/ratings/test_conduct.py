"""What tables are marked by, as it is stored: fallbacks, forfeits, voids, lag."""

from dataclasses import replace

import pytest

from arena.store import Store
from arena.store.play.rows import Claim, SeatPlay
from arena.store.scales import Scale
from tests import ask
from tests.store.house import House, claimed, execute, results

SCALE = Scale("spades-4", 1, "trust", "hands 4")


async def finish(store: Store, claim: Claim, voided: int = 0) -> None:
    """a1 is asked 8 times and leaves: of 10 decisions the fallback makes three."""
    games = []
    for result in results(replace(claim, boards=claim.boards[voided:])):
        left = [version == min(result.players_by_seat) for version in result.players_by_seat]
        plays = [SeatPlay(8, 1, 1, [1], 3) if gone else SeatPlay(10, 1, 0, [1], 0) for gone in left]
        games.append(replace(result, play=plays))
    await store.play.finish(claim.block_id, claim.lease_number, games)


async def test_each_share_is_of_what_was_played(house: House, store: Store, database: str) -> None:
    execute(database, "UPDATE gateways SET lag = 0.25")
    cup = await house.tournament(boards=2)
    claim = await claimed(store)
    await store.play.void(claim.boards[0].board_id, claim.lease_number, "the arena failed")
    await finish(store, claim, voided=1)
    await finish(store, await claimed(store))
    await store.ratings.rate()
    rows = await store.ratings.conduct(cup.id)
    assert rows.keys() == {SCALE}
    conduct = rows[SCALE]
    assert conduct.decisions == {"a1@1": (80, 24), **dict.fromkeys(("a2@1", "b1@1", "b2@1"), (80, 0))}
    assert (conduct.forfeits, conduct.boards, conduct.voided) == ({}, 2, 1)
    assert conduct.lag == pytest.approx(0.25), "of the gateways that live the one that is held up most"
    assert await store.ratings.conduct() == rows


async def test_forfeited_boards_are_those_of_who_did_not_come(house: House, store: Store, database: str) -> None:
    cup = await house.tournament(boards=3)
    execute(database, "UPDATE boards SET state = 'forfeited', absent = %s WHERE number > 0", [house.versions["b2"]])
    await house.play_out()
    await store.ratings.rate()
    assert (await store.ratings.conduct(cup.id))[SCALE].forfeits == {"b2@1": (3, 2)}


async def test_tests_and_other_scales_are_apart(house: House, store: Store) -> None:
    short = ask.variant("spades-4", options={"format": {"kind": "hands", "count": 2}})
    await house.tournament(boards=1)
    await house.play_out()
    for name, variant, seed in (("short", short, ""), ("test", ask.variant("spades-4"), "t")):
        new = ask.tournament(name, [variant], list(house.versions), 1, allow_same_owner=True, test_seed=seed)
        await store.tournaments.create_tournament(new)
        await store.tournaments.start_tournament(name)
        await finish(store, await claimed(store))
    await store.ratings.rate()
    rows = await store.ratings.conduct()
    assert {scale.format: dict(each.decisions) for scale, each in rows.items()} == {
        "hands 2": {"a1@1": (40, 12), **dict.fromkeys(("a2@1", "b1@1", "b2@1"), (40, 0))},
        "hands 4": {},
    }
    (of_test,) = await store.ratings.conduct(3)
    assert of_test.pool == "test"

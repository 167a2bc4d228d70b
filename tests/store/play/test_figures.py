from arena.store import Store
from tests.store.house import House, claimed, finish


async def test_an_arena_without_anything_is_all_noughts(store: Store) -> None:
    figures, claimable = await store.play.figures()
    of_postgres = ("connections", "max_connections", "bytes")
    assert all(bool(value) == (name in of_postgres) for name, value in vars(figures).items())
    assert claimable == {"spades": 0, "pinochle": 0}


async def test_boards_are_counted_as_they_are_played(house: House, store: Store) -> None:
    store.play.attempt_limit = 1
    await house.connect(seats=100)
    await store.play.see_worker("w")
    await house.tournament(boards=24)
    figures, claimable = await store.play.figures()
    assert (figures.boards, figures.owed, figures.playing, figures.closed, figures.failed) == (24, 24, 0, 0, 0)
    assert (figures.bots, figures.gateways, figures.workers) == (4, 1, 1)
    assert claimable == {"spades": 3, "pinochle": 0}
    done, failed, _ = [await claimed(store, lease) for lease in (60, 60, -1)]
    await finish(store, done)
    await store.play.failed(failed.block_id, failed.lease_number, "Traceback: why")
    figures, claimable = await store.play.figures()
    assert (figures.owed, figures.playing, figures.closed, figures.failed) == (0, 8, 8, 8)
    assert (figures.unrated, figures.overdue) == (8, 1)
    assert figures.oldest_claim_s > 0
    await store.ratings.rate()
    figures, _ = await store.play.figures()
    assert (figures.unrated, figures.closed) == (0, 8)


async def test_a_tournament_that_does_not_run_has_no_boards_in_it(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=16)
    assert await store.play.claim("w", 60) is not None
    await store.tournaments.pause_tournament("cup")
    figures, claimable = await store.play.figures()
    assert (figures.boards, figures.owed, figures.playing) == (0, 0, 0)
    assert figures.oldest_claim_s > 0
    assert claimable["spades"] == 0

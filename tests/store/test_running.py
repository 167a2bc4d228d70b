import pytest

from arena.store import Store
from arena.store.errors import LeaseLostError, UnknownTournamentError, WrongStateError
from tests import ask
from tests.store.house import House, claimed, finish


async def test_a_paused_tournament_ends_what_it_began_and_begins_nothing(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=16)
    claim = await claimed(store)
    for _ in range(2):
        assert (await store.tournaments.pause_tournament("cup")).state == "paused"
    assert await store.play.claim("w", 60) is None
    assert await store.play.renew("w", [(claim.block_id, claim.lease_number)], [], 60) == set()
    await finish(store, claim)
    assert (await store.tournaments.named("cup")).closed == 8
    assert await store.ratings.rate() == 8
    assert (await store.tournaments.resume_tournament("cup")).state == "running"
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_one_whose_last_block_ends_while_it_is_paused_is_finished(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    claim = await claimed(store)
    await store.tournaments.pause_tournament("cup")
    await finish(store, claim)
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_a_cancelled_tournament_keeps_what_was_closed(house: House, store: Store) -> None:
    await house.connect(seats=100)
    cup = await house.tournament(boards=24)
    done, at_the_table = await claimed(store), await claimed(store)
    await finish(store, done)
    for _ in range(2):
        assert (await store.tournaments.cancel_tournament("cup")).state == "cancelled"
    assert await store.play.claim("w", 60) is None
    await store.ratings.rate()
    assert all(row.provisional for row in await store.ratings.elo())  # something of it is still at the tables
    await finish(store, at_the_table)
    await store.ratings.rate()
    assert not any(row.provisional for row in await store.ratings.elo())
    assert len(await store.play.closed_boards(cup.id)) == 16
    assert await store.ratings.rebuild() == (16, 0)
    assert (await store.tournaments.named("cup")).state == "cancelled"


async def test_blocks_of_a_dead_worker_in_a_cancelled_tournament_never_close(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    lost = await claimed(store, lease=-1)
    await store.tournaments.cancel_tournament("cup")
    await store.ratings.rate()
    with pytest.raises(LeaseLostError):
        await finish(store, lost)
    assert (await store.tournaments.progress("cup")).playing == 0
    assert await store.ratings.rebuild() == (0, 0)
    other = await house.tournament("other", boards=1)
    await house.play_out()
    assert (await store.tournaments.named("other")).state == "finished"
    assert len(await store.play.closed_boards(other.id)) == 1


async def test_a_failed_block_is_listed_and_tried_again(house: House, store: Store) -> None:
    store.play.attempt_limit = 1
    await house.tournament(boards=2)
    claim = await claimed(store)
    await store.play.failed(claim.block_id, claim.lease_number, "Traceback: why")
    ((block_id, block),) = await store.tournaments.failed_blocks("cup")
    assert (block.variant, block.attempts, block.traceback) == ("spades-4", 1, "Traceback: why")
    assert (list(block.boards), list(block.bots)) == ([0, 1], ["a1@1", "a2@1", "b1@1", "b2@1"])
    assert await store.tournaments.retry_blocks("cup", [block_id]) == 1
    assert await store.tournaments.failed_blocks("cup") == []
    assert await house.play_out() == 1
    assert (await store.tournaments.named("cup")).state == "finished"
    assert await store.tournaments.retry_blocks("cup", [block_id]) == 0


async def test_changes_that_a_state_does_not_allow_are_refused_in_one_line(house: House, store: Store) -> None:
    await store.tournaments.create_tournament(
        ask.tournament("cup", [ask.variant("spades-4")], list(house.versions), boards=1, allow_same_owner=True)
    )
    with pytest.raises(WrongStateError, match="'cup' is created: only a running one can be paused"):
        await store.tournaments.pause_tournament("cup")
    with pytest.raises(WrongStateError, match="'cup' is created: only a paused one can be resumed"):
        await store.tournaments.resume_tournament("cup")
    await store.tournaments.start_tournament("cup")
    await store.tournaments.pause_tournament("cup")
    with pytest.raises(WrongStateError, match="'cup' is paused: a paused one is resumed"):
        await store.tournaments.start_tournament("cup")
    await store.tournaments.resume_tournament("cup")
    await house.play_out()
    with pytest.raises(WrongStateError, match="'cup' is finished: one that has ended cannot be cancelled"):
        await store.tournaments.cancel_tournament("cup")
    for change in (
        store.tournaments.pause_tournament,
        store.tournaments.resume_tournament,
        store.tournaments.cancel_tournament,
    ):
        with pytest.raises(UnknownTournamentError):
            await change("none")

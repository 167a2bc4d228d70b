import pytest

from arena.store import Store
from arena.store.errors import LeaseLost, UnknownTournament, WrongState
from arena.store.rows import Claim, NewTournament, NewVariant
from tests.store.house import House, results


async def claimed(store: Store, lease: float = 60) -> Claim:
    claim = await store.claim("w", lease)
    assert claim is not None
    return claim


async def test_a_paused_tournament_ends_what_it_began_and_begins_nothing(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=16)
    claim = await claimed(store)
    for _ in range(2):
        assert (await store.pause_tournament("cup")).state == "paused"
    assert await store.claim("w", 60) is None
    assert await store.renew("w", [(claim.block_id, claim.token)], [], 60) == set()
    await store.finish(claim.block_id, claim.token, results(claim))
    assert (await store.tournament("cup")).closed == 8
    assert await store.rate() == 8
    assert (await store.resume_tournament("cup")).state == "running"
    await house.play_out()
    assert (await store.tournament("cup")).state == "finished"


async def test_one_whose_last_block_ends_while_it_is_paused_is_finished(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    claim = await claimed(store)
    await store.pause_tournament("cup")
    await store.finish(claim.block_id, claim.token, results(claim))
    assert (await store.tournament("cup")).state == "finished"


async def test_a_cancelled_tournament_keeps_what_was_closed(house: House, store: Store) -> None:
    await house.connect(seats=100)
    cup = await house.tournament(boards=24)
    done, at_the_table = await claimed(store), await claimed(store)
    await store.finish(done.block_id, done.token, results(done))
    for _ in range(2):
        assert (await store.cancel_tournament("cup")).state == "cancelled"
    assert await store.claim("w", 60) is None
    await store.rate()
    assert all(row.provisional for row in await store.ratings())  # something of it is still at the tables
    await store.finish(at_the_table.block_id, at_the_table.token, results(at_the_table))
    await store.rate()
    assert not any(row.provisional for row in await store.ratings())
    assert len(await store.closed_boards(cup.id)) == 16
    assert await store.rebuild() == (16, 0)
    assert (await store.tournament("cup")).state == "cancelled"


async def test_what_a_dead_worker_had_of_a_cancelled_one_is_never_closed(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    lost = await claimed(store, lease=-1)
    await store.cancel_tournament("cup")
    await store.rate()
    with pytest.raises(LeaseLost):
        await store.finish(lost.block_id, lost.token, results(lost))
    assert (await store.progress("cup")).playing == 0
    assert await store.rebuild() == (0, 0)
    other = await house.tournament("other", boards=1)
    await house.play_out()
    assert (await store.tournament("other")).state == "finished"
    assert len(await store.closed_boards(other.id)) == 1


async def test_a_block_that_failed_is_told_and_tried_again(house: House, store: Store) -> None:
    store.attempt_limit = 1
    await house.tournament(boards=2)
    claim = await claimed(store)
    await store.failed(claim.block_id, claim.token, "Traceback: why")
    (block,) = await store.failed_blocks("cup")
    assert (block.variant, block.boards, block.attempts, block.traceback) == ("spades-4", [0, 1], 1, "Traceback: why")
    assert block.bots == ["a1@1", "a2@1", "b1@1", "b2@1"]
    assert await store.retry_blocks("cup", [block.block_id]) == 1
    assert await store.failed_blocks("cup") == []
    assert await house.play_out() == 1
    assert (await store.tournament("cup")).state == "finished"
    assert await store.retry_blocks("cup", [block.block_id]) == 0


async def test_what_a_state_does_not_allow_is_one_clear_line(house: House, store: Store) -> None:
    await store.create_tournament(
        NewTournament("cup", [NewVariant("spades-4")], list(house.versions), boards=1, allow_same_owner=True)
    )
    with pytest.raises(WrongState, match="'cup' is created: only a running one can be paused"):
        await store.pause_tournament("cup")
    with pytest.raises(WrongState, match="'cup' is created: only a paused one can be resumed"):
        await store.resume_tournament("cup")
    await store.start_tournament("cup")
    await store.pause_tournament("cup")
    with pytest.raises(WrongState, match="'cup' is paused: a paused one is resumed"):
        await store.start_tournament("cup")
    await store.resume_tournament("cup")
    await house.play_out()
    with pytest.raises(WrongState, match="'cup' is finished: one that has ended cannot be cancelled"):
        await store.cancel_tournament("cup")
    for change in (store.pause_tournament, store.resume_tournament, store.cancel_tournament):
        with pytest.raises(UnknownTournament):
            await change("none")

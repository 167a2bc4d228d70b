from dataclasses import replace

import pytest

from arena.store import Store
from arena.store.errors import LeaseLostError, UnknownBotError
from arena.store.play.rows import Claim, GameResult, PlayRow, SeatPlay
from tests.store.house import House, claimed, results


def played(claim: Claim) -> list[GameResult]:
    """In each game the first seat is asked 10 times, the next 20 times, and so on."""
    plays = [SeatPlay(10 * (seat + 1), 1000 * (seat + 1), seat, [1, seat], 2 * seat) for seat in range(4)]
    return [replace(result, play=plays) for result in results(claim)]


async def test_counts_of_a_bot_are_next_to_those_of_all_others(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    claim = await claimed(store)
    await store.play.finish(claim.block_id, claim.lease_number, played(claim))
    games = 4 * len(claim.boards)
    bot, (own, others) = await store.play.play_counts("a1")
    assert bot == "a1@1"
    # On a board a bot sits once in each of the four seats.
    sums = (games, 25 * games, 2500 * games, 6 * games // 4, [games, 6 * games // 4], 3 * games)
    assert own == PlayRow("spades-4", own.revision, True, *sums, ["trust"])
    assert others.games == 3 * games
    assert (others.asked, others.counts) == (3 * own.asked, [3 * each for each in own.counts])
    assert await store.play.play_counts("a1@1", "spades-3") == ("a1@1", [])
    with pytest.raises(UnknownBotError, match="arena bot list"):
        await store.play.play_counts("nobody")


async def test_a_worker_that_lost_its_lease_counts_nothing(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    await store.play.finish(claim.block_id, claim.lease_number, played(claim))
    with pytest.raises(LeaseLostError):
        await store.play.finish(claim.block_id, claim.lease_number, played(claim))
    _, (own, _) = await store.play.play_counts("a1")
    assert own.games == 4 * len(claim.boards)


async def test_a_later_release_may_count_more(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    for counts in ([1], [1, 7, 2]):
        claim = await claimed(store)
        plays = [SeatPlay(1, 1, 0, counts, 0)] * 4
        await store.play.finish(
            claim.block_id, claim.lease_number, [replace(each, play=plays) for each in results(claim)]
        )
        if (await store.tournaments.named("cup")).state == "finished":
            await store.tournaments.extend_tournament("cup", 2)
    _, (own, _) = await store.play.play_counts("a1")
    assert own.counts == [own.games, 7 * own.games // 2, own.games]

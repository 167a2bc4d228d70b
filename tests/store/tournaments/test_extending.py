import asyncio
import sys
from contextlib import suppress

import pytest

from arena.store import Store
from arena.store.errors import InvalidTournamentError, UnknownTournamentError, WrongStateError
from tests import ask
from tests.store.house import House, claimed, met, results

BOTH = [ask.variant("pinochle-cutthroat"), ask.variant("pinochle-single-deck")]

EXTEND = """
import asyncio, sys
from arena.store import Store

async def main():
    store = await Store.open(sys.argv[1])
    print("begins", flush=True)
    await store.tournaments.extend_tournament("cup", int(sys.argv[2]))

asyncio.run(main())
"""


async def test_an_extended_tournament_equals_one_created_with_all_boards(house: House, elsewhere: House) -> None:
    """With two at a table, or three and even numbers of boards, the whole schedule is the same."""
    store = house.store
    await house.connect(seats=100)
    await house.tournament(boards=2, variants=BOTH)
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"
    for more, boards in ((2, 4), (4, 8)):
        first = (await store.tournaments.named("cup")).boards
        assert (await store.tournaments.extend_tournament("cup", more)).first == first
        row = await store.tournaments.named("cup")
        assert (row.state, row.boards) == ("running", 10 * boards)
        await house.play_out()
        await store.ratings.rate()
    await elsewhere.tournament(boards=8, variants=BOTH)
    await elsewhere.play_out()
    assert await met(elsewhere.store) == await met(store)


async def test_an_extension_makes_settled_ratings_provisional_until_it_is_played(house: House, store: Store) -> None:
    await house.connect(seats=100)
    await house.tournament(boards=2, variants=BOTH)
    await house.play_out()
    await house.tournament("other", boards=3, variants=BOTH)
    await house.play_out()
    await store.ratings.rate()
    await store.tournaments.extend_tournament("cup", 2)
    assert await store.ratings.rate() == 0
    assert all(row.provisional for row in await store.ratings.elo())
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"
    await store.tournaments.extend_tournament("cup", 1)  # once more before any rater looked
    await house.play_out()
    assert await store.ratings.rate() == 30
    assert not any(row.provisional for row in await store.ratings.elo())
    assert await store.ratings.rebuild() == (10 * 5 + 10 * 3, 0)


async def test_the_new_boards_are_promised_at_once_and_no_seed_comes_twice(house: House, store: Store) -> None:
    await house.tournament(boards=2, variants=BOTH)
    before = await store.tournaments.commitments("cup")
    await store.tournaments.extend_tournament("cup", 3)
    after = await store.tournaments.commitments("cup")
    assert after[: len(before)] == before
    assert [row.number for row in after] == list(range(50))
    assert len({row.commitment for row in after}) == 50


async def test_a_last_block_that_ends_meanwhile_does_not_end_it(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    await asyncio.gather(
        store.play.finish(claim.block_id, claim.lease_number, results(claim)),
        *(store.tournaments.extend_tournament("cup", 1) for _ in range(3)),
    )
    row = await store.tournaments.named("cup")
    assert (row.state, row.boards, row.closed) == ("running", 4, 1)
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_killed_in_the_middle_it_has_added_all_or_nothing(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1)
    for wait in (0.05, 0.3):
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-c", EXTEND, database, "4000", stdout=asyncio.subprocess.PIPE
        )
        assert program.stdout
        await program.stdout.readline()
        await asyncio.sleep(wait)
        with suppress(ProcessLookupError):
            program.kill()
        await program.wait()
        assert (await store.tournaments.named("cup")).boards % 4_000 == 1
    await store.tournaments.extend_tournament("cup", 1)
    numbers = [line.number for line in await store.tournaments.commitments("cup")]
    assert numbers == list(range(len(numbers)))


async def test_invalid_extensions_are_refused_in_one_line(house: House, store: Store) -> None:
    with pytest.raises(UnknownTournamentError, match="'cup'"):
        await store.tournaments.extend_tournament("cup", 1)
    await house.tournament(boards=1)
    for more in (0, 1_000_001):
        with pytest.raises(InvalidTournamentError, match=f"{more} given"):
            await store.tournaments.extend_tournament("cup", more)
    with pytest.raises(InvalidTournamentError, match="up to 1000001"):
        await store.tournaments.extend_tournament("cup", 1_000_000)
    await store.tournaments.cancel_tournament("cup")
    with pytest.raises(WrongStateError, match="'cup' is cancelled: it gets no more boards"):
        await store.tournaments.extend_tournament("cup", 1)


async def test_growing_tournaments_are_not_extended(house: House, store: Store) -> None:
    for kind, why in (("swiss", "fixed number of rounds"), ("ladder", "while it runs")):
        await house.tournament(kind, boards=1, kind=kind)
        with pytest.raises(WrongStateError, match=f"{why}; choose a round-robin or gauntlet"):
            await store.tournaments.extend_tournament(kind, 1)


async def test_a_gauntlet_is_extended_but_not_for_who_left(house: House, store: Store) -> None:
    await house.tournament(boards=1, kind="gauntlet", challengers=1, variants=[ask.variant("pinochle-cutthroat")])
    assert await store.tournaments.extend_tournament("cup", 2) == (3, 6)
    await store.tournaments.withdraw("cup", "b2", None)
    assert (await store.tournaments.extend_tournament("cup", 1)).boards == 1
    assert [line.number for line in await store.tournaments.commitments("cup")] == list(range(10))
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"

import asyncio

import pytest

from arena.league.ratings.fit import fit
from arena.store import Store
from arena.store.ratings import official
from arena.store.rows import NewVariant
from tests.store.house import House, results

BOTH = [NewVariant("spades-4"), NewVariant("pinochle-cutthroat")]


async def test_what_is_stored_is_the_fit_of_all_rated_boards(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=BOTH)
    await house.play_out()
    assert await store.fits() == {}
    await store.catch_up()
    tallies = await store.tallies()
    assert await store.fits() == {key: fit(each) for key, each in tallies.items()}
    assert len(tallies) == 2


async def test_only_tables_with_new_boards_are_fitted_again(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=BOTH)
    await house.play_out()
    await store.rate()
    assert sum(await asyncio.gather(*(store.fit_tables() for _ in range(3)))) == 2
    await house.tournament("next", boards=4, seed="n", variants=BOTH[:1])
    await house.play_out()
    await store.rate()
    assert await store.fit_tables() == 1
    assert await store.fit_tables() == 0


async def test_a_rebuild_shows_the_old_tables_until_they_are_fitted_again(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    await store.catch_up()
    shown = await store.fits()
    await store.rebuild()
    assert await store.fits() == shown
    assert await store.fit_tables() == 1
    assert await store.fits() == shown


async def test_readers_wait_for_no_fit(house: House, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    begun, free = asyncio.Event(), asyncio.Event()
    whole = official._fit_table

    async def slow(*arguments: object) -> bool:
        begun.set()
        await free.wait()
        return await whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(official, "_fit_table", slow)
    store.patience = 0.0
    await store.catch_up()
    await begun.wait()
    await store.catch_up()
    assert await store.fits() == {}
    free.set()
    store.patience = 60.0
    await store.catch_up()
    assert await store.fits()


async def test_a_board_that_closes_while_the_rater_works_is_in_the_next_run(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=20)
    first, second = await store.claim("w", 60), await store.claim("w", 60)
    assert first is not None
    assert second is not None
    await store.finish(first.block_id, first.token, results(first))
    store.patience = 0.0
    await store.catch_up()
    await store.finish(second.block_id, second.token, results(second))
    store.patience = 60.0
    await store.catch_up()
    (found,) = (await store.fits()).values()
    assert sum(found.boards) == 4 * (len(first.boards) + len(second.boards))

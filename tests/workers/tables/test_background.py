import asyncio

import pytest

from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.ratings.official import fit_in_thread
from tests.store.house import House
from workers.tables.background import FitError, fit_in_process, run_table_keeper


@pytest.fixture
async def house(store: Store) -> House:
    """A house whose tournament has been played out and rated."""
    house = House(store)
    await house.register("ann", ["a1", "a2", "b1", "b2"])
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    await store.ratings.rate()
    return house


@pytest.mark.usefixtures("house")
async def test_workers_fit_what_nobody_asked_for(store: Store) -> None:
    task = asyncio.create_task(run_table_keeper(store))
    while not await store.ratings.fits():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.wait({task})
    assert await store.ratings.unfitted() == {}


@pytest.mark.usefixtures("house")
async def test_a_fit_is_the_same_wherever_it_is_made(store: Store) -> None:
    for tallies in (await store.ratings.tallies()).values():
        assert await fit_in_process(tallies) == await fit_in_thread(tallies)


async def test_a_fit_that_fails_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(FitError, match="code 1"):
        await fit_in_process([LineUpTally((1, 2), boards=1, products=[0])])
    assert "Traceback" in capfd.readouterr().err

import asyncio
from dataclasses import replace

import pytest

from arena.league.ratings.tally import LineUpTally
from arena.rules import VARIANTS, configure, options_of, sides_of
from arena.store import Store
from arena.store.ratings.findings import Deal
from arena.store.ratings.official import fit_in_thread
from bots.house.simple import SimpleBot
from bots.sdk.practice.local import play_board
from tests.store.house import House
from workers.background import BackgroundError, fit_in_process, play_deals, run_luck_worker, run_table_keeper


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
    with pytest.raises(BackgroundError, match="code 1"):
        await fit_in_process([LineUpTally((1, 2), boards=1, products=[0])])
    assert "Traceback" in capfd.readouterr().err


def deal(variant: str, number: int) -> Deal:
    options = options_of(configure(variant, options={"format": {"kind": "hands", "count": 1}}))
    return Deal(number, variant, options, VARIANTS[variant].revision, bytes([number]) * 32)


async def test_points_are_what_the_house_bot_comes_to_in_any_rotation() -> None:
    deals = [deal(variant, number) for number, variant in enumerate(VARIANTS)]
    foreign = replace(deal("spades-4", len(deals)), revision=99)  # of another release
    points = await play_deals([*deals, foreign])
    assert points[foreign.board_id] is None
    for each in deals:
        rules = configure(each.variant, options=each.options)
        for game in play_board(rules, each.seed, [SimpleBot] * sides_of(rules)):
            assert sum(game.result().scores[: sides_of(rules)]) == points[each.board_id]


async def test_a_process_that_fails_is_told_with_its_boards(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BackgroundError, match=r"\[5\]"):
        await play_deals([replace(deal("spades-4", 5), variant="spades-9")])
    assert "Traceback" in capfd.readouterr().err


async def test_workers_let_the_house_bot_play_what_is_wanted(database: str) -> None:
    store = await Store.open(database)
    house = House(store)
    await house.register("ann", ["a1", "a2", "b1", "b2"])
    await house.connect(seats=4)
    cup = await house.tournament(boards=4)
    await house.play_out()
    await store.ratings.rate()
    await store.ratings.want_luck(cup.id)
    task = asyncio.create_task(run_luck_worker(store))
    await nothing_waits(store, cup.id)
    task.cancel()
    await asyncio.wait({task})
    assert sum(par.boards for par in (await store.ratings.luck(cup.id))["spades-4"].pars) == 4
    await store.close()


async def nothing_waits(store: Store, tournament_id: int) -> None:
    while any(each.waiting for each in (await store.ratings.luck(tournament_id)).values()):  # noqa: ASYNC110
        await asyncio.sleep(0.1)

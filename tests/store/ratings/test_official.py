import asyncio
import json

import pytest

from arena.league.ratings.bradley_terry import fit_tables
from arena.store import Store
from arena.store.errors import UnknownBotError
from arena.store.ratings import official
from tests import ask
from tests.league.ratings.test_linked import played
from tests.store.house import House, claimed, execute, finish

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def test_the_stored_table_is_the_fit_of_all_rated_boards(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=BOTH)
    await house.play_out()
    assert await store.ratings.fits() == {}
    await store.ratings.catch_up_fits()
    tallies = await store.ratings.tallies()
    assert await store.ratings.fits() == {key: fit_tables(each) for key, each in tallies.items()}
    assert len(tallies) == 2


async def test_only_tables_with_new_boards_are_fitted_again(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4, variants=BOTH)
    await house.play_out()
    await store.ratings.rate()
    assert sum(await asyncio.gather(*(store.ratings.fit_tables() for _ in range(3)))) == 2
    await house.tournament("next", boards=4, variants=BOTH[:1])
    await house.play_out()
    await store.ratings.rate()
    assert await store.ratings.fit_tables() == 1
    assert await store.ratings.fit_tables() == 0


async def test_a_rebuild_shows_the_old_tables_until_they_are_fitted_again(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    await store.ratings.catch_up_fits()
    shown = await store.ratings.fits()
    await store.ratings.rebuild()
    assert await store.ratings.fits() == shown
    assert await store.ratings.fit_tables() == 1
    assert await store.ratings.fits() == shown


async def test_each_day_keeps_the_ratings_of_its_last_fit(house: House, store: Store, database: str) -> None:
    execute(database, "CREATE OR REPLACE FUNCTION utc_day() RETURNS date RETURN date '2026-03-08'")
    await house.connect(seats=1000)
    for number, days_passed in enumerate((0, 1, 0)):
        await house.tournament(f"cup-{number}", boards=12)
        await house.play_out()
        await store.ratings.catch_up_fits()
        execute(database, "UPDATE official_ratings SET day = day - %s", days_passed)
    (days,) = (await store.ratings.daily_ratings("a1@1")).values()
    assert [(each["day"], each["boards"]) for each in days] == [("2026-03-07", 24), ("2026-03-08", 36)]
    assert all(None not in each.values() for each in days)
    await store.ratings.rebuild()
    for remaining in (days, days[:1]):
        assert await store.ratings.fit_tables() == 1
        assert list((await store.ratings.daily_ratings("a1")).values()) == [remaining]
        execute(database, "DELETE FROM tallies")
    with pytest.raises(UnknownBotError, match="nobody"):
        await store.ratings.daily_ratings("nobody")


def test_a_bot_of_two_tables_has_the_line_of_the_one_with_more_boards() -> None:
    fitted = json.loads(official.fit_to_json(played(((1, 2), 50), ((3, 4), 50), ((1, 9), 6), ((3, 9), 3))))
    assert [9 in fit["players"] for fit in fitted["fits"]] == [True, True]
    assert {line["player"]: line["boards"] for line in fitted["lines"]} == {1: 56, 2: 50, 3: 53, 4: 50, 9: 6}
    assert len(fitted["lines"]) == 5
    fitted = json.loads(official.fit_to_json(played(((1, 2), 50), ((3, 4), 50), ((1, 9), 6), ((3, 9), 6))))
    assert [line["player"] for line in fitted["lines"] if line["boards"] < 50] == []


async def test_readers_wait_for_no_fit(house: House, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    begun, free = asyncio.Event(), asyncio.Event()
    whole = official._fit_tables

    async def slow(*arguments: object) -> bool:
        begun.set()
        await free.wait()
        return await whole(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(official, "_fit_tables", slow)
    await store.ratings.rate()
    store.ratings.patience = 0.0
    await store.ratings.catch_up_fits()
    await begun.wait()
    await store.ratings.catch_up_fits()
    assert await store.ratings.fits() == {}
    free.set()
    store.ratings.patience = 60.0
    await store.ratings.catch_up_fits()
    assert await store.ratings.fits()


async def test_a_board_that_closes_while_the_rater_works_is_in_the_next_run(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=20)
    first, second = await claimed(store), await claimed(store)
    await finish(store, first)
    store.ratings.patience = 0.0
    await store.ratings.catch_up_fits()
    await finish(store, second)
    store.ratings.patience = 60.0
    await store.ratings.catch_up_fits()
    ((fit,),) = (await store.ratings.fits()).values()
    assert sum(fit.boards) == 4 * (len(first.boards) + len(second.boards))


async def test_where_readers_have_no_patience_they_rate_and_fit_nothing(house: House, store: Store) -> None:
    await house.connect(seats=1000)
    await house.tournament(boards=4)
    await house.play_out()
    store.ratings.patience = None
    await store.ratings.catch_up_fits()
    await store.ratings.refresh_fits()
    assert await store.ratings.elo() == []
    assert await store.ratings.fits() == {}

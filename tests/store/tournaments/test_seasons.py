import asyncio
from typing import Any

import psycopg
import pytest

from arena.store import Store
from arena.store.errors import WrongStateError
from arena.store.tournaments.rows import TournamentRow
from arena.wire.gen.tournaments_pb2 import LadderTerms
from tests import ask
from tests.store.house import House, claimed, execute

CHIPS = "pinochle-cutthroat"


def age(database: str, days: int = 30) -> None:
    """As if all boards had been added so many days earlier."""
    execute(database, "UPDATE epochs SET opened = opened - make_interval(days => %s)", days)


def use_up(database: str) -> None:
    """Use up the secrets of the tournament, as if it had had as many epochs."""
    execute(
        database,
        "INSERT INTO epochs (tournament_id, index, occasion, first, boards, root)"
        " VALUES (1, 4094, 'batch', 0, 1, sha256('root'))",
    )


async def old_ladder(house: House, database: str, **settings: Any) -> None:
    """A ladder, "cup", whose season is over, as are its boards."""
    await house.tournament(boards=1, kind="ladder", **settings)
    await house.play_out()
    await house.store.ratings.rate()
    age(database)


async def seasons(store: Store) -> list[TournamentRow]:
    return (await store.tournaments.page())[::-1]


@pytest.mark.parametrize("end", [age, use_up])
async def test_a_ladder_goes_on_as_another_tournament_with_a_root_of_its_own(
    house: House, store: Store, database: str, end: Any
) -> None:
    await house.tournament(boards=1, kind="ladder")
    await house.play_out()
    end(database)
    assert await store.tournaments.draw_rounds() == 1
    old, new = await seasons(store)
    assert (old.state, old.next_season, new.next_season) == ("finished", "cup-season-2", "")
    assert (new.name, new.kind, new.state, new.bots) == ("cup-season-2", "ladder", "running", old.bots)
    assert new.boards == 0
    assert new.root != old.root
    assert await store.tournaments.draw_rounds() == 1
    assert (await seasons(store))[1].boards > 0
    (epoch,) = await store.tournaments.epochs("cup-season-2")
    assert (epoch.index, epoch.occasion) == (0, "batch")
    assert await house.play_out() > 0


async def test_a_season_lasts_thirty_days(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1, kind="ladder")
    await house.play_out()
    age(database, 29)
    assert await store.tournaments.draw_rounds() == 1
    assert [row.name for row in await seasons(store)] == ["cup"]


async def test_boards_of_the_season_before_are_still_played(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1, kind="ladder", variants=[ask.variant(CHIPS), ask.variant("spades-4")])
    claim = await claimed(store)
    await house.play_out()
    age(database)
    assert await store.tournaments.draw_rounds() == 1
    old, new = await seasons(store)
    assert (old.state, new.state) == ("running", "running")
    await store.play.release(claim.block_id, claim.lease_number)
    await house.play_out()
    assert (await store.tournaments.named("cup")).state == "finished"
    assert await store.tournaments.draw_rounds() == 1
    assert await store.tournaments.draw_rounds() == 0


async def test_a_season_has_the_settings_of_the_one_before(house: House, store: Store, database: str) -> None:
    options = {"target": 300}
    times = {"move_us": 7_000_000, "bank_us": 9_000_000, "forfeit_s": 600, "priority": 3, "ask_single": True}
    terms = {"ladder": LadderTerms(tables=2, least=5, longest=7), "rounds": 9}
    variants = [ask.variant("spades-4", options, weight=2), ask.variant(CHIPS, weight=3)]
    await old_ladder(house, database, variants=variants, **times, **terms)
    await store.tournaments.draw_rounds()
    settings = [await store.tournaments.exported_settings(name) for name in ("cup", "cup-season-2")]
    assert settings[0] == settings[1]
    with psycopg.connect(database) as sql:
        columns = "pool, move_us, bank_us, forfeit_after, priority, auto_single, allow_same_owner, boards_each"
        first, second = sql.execute(f"SELECT {columns}, rounds - round FROM tournaments ORDER BY id").fetchall()
    assert first[:-1] == second[:-1]
    assert (first[-1], second[-1]) == (0, 8)  # of the nine batches one was played


async def test_departed_bots_are_in_no_later_season(house: House, store: Store, database: str) -> None:
    await old_ladder(house, database, variants=[ask.variant(CHIPS)])
    await store.tournaments.withdraw("cup", "a1", None)
    await store.tournaments.draw_rounds()
    old, new = await seasons(store)
    assert set(old.bots) - set(new.bots) == {"a1@1"}


async def test_only_who_is_connected_is_drawn_at_first(house: House, store: Store, database: str) -> None:
    await old_ladder(house, database, variants=[ask.variant(CHIPS)])
    await store.tournaments.draw_rounds()
    await house.connect(4, ["a2", "b1", "b2"])
    await store.tournaments.draw_rounds()
    with psycopg.connect(database) as sql:
        rows = sql.execute("SELECT DISTINCT unnest(line_up) FROM boards WHERE tournament_id = 2").fetchall()
    drawn = {player for (player,) in rows}
    assert len(drawn) == 3
    assert house.versions["a1"] not in drawn


async def test_many_draws_at_once_begin_one_season_for_entries(house: House, store: Store, database: str) -> None:
    await old_ladder(house, database)
    await asyncio.gather(*(store.tournaments.draw_rounds() for _ in range(6)))
    assert [row.name for row in await seasons(store)] == ["cup", "cup-season-2"]
    await house.register("cy", ["late"])
    with pytest.raises(WrongStateError, match="'cup' draws no more batches: enter 'cup-season-2'"):
        await store.tournaments.enter_tournament("cup", "late", None)
    await store.tournaments.enter_tournament("cup-season-2", "late", None)


async def test_seasons_are_numbered_and_take_no_name_that_is_there(house: House, store: Store, database: str) -> None:
    await old_ladder(house, database)
    await house.tournament("cup-season-2")
    await store.tournaments.cancel_tournament("cup-season-2")
    for _ in range(4):  # a season, its first batch, the next season, its first batch
        await store.tournaments.draw_rounds()
        await house.play_out()
        age(database)
    names = [row.name for row in await seasons(store)]
    assert names == ["cup", "cup-season-2", "cup-season-3", "cup-season-4"]


async def test_the_seasons_of_a_test_are_tests(house: House, store: Store, database: str) -> None:
    await old_ladder(house, database, master="", test_seed="spring")
    await store.tournaments.draw_rounds()
    old, new = await seasons(store)
    assert (old.test_seed, new.test_seed) == ("spring", "spring, 1")


async def test_a_ladder_that_cannot_go_on_ends(house: House, store: Store, database: str) -> None:
    await house.tournament("taken", master="", test_seed="spring, 2")
    await old_ladder(house, database, master="", test_seed="spring")
    assert await store.tournaments.draw_rounds() == 0
    assert (await store.tournaments.named("cup")).state == "finished"

import asyncio
from typing import Any

import pytest

from arena.store import Store
from arena.store.errors import InvalidTournamentError, WrongStateError
from tests import ask
from tests.store.house import House, claimed

CHIPS, FOUR, PARTNERS = "pinochle-cutthroat", "spades-4", "pinochle-single-deck"


async def line_ups(store: Store, name: str) -> list[tuple[str, int, int]]:
    """Variant, round and how many bots, a board each, in schedule order."""
    async with store.transaction() as connection:
        rows = await connection.execute(
            "SELECT v.variant, k.round, cardinality(b.line_up) FROM boards b JOIN blocks k ON k.id = b.block_id"
            " JOIN tournaments t ON t.id = b.tournament_id JOIN tournament_variants v"
            " ON v.tournament_id = t.id AND v.index = k.variant_index WHERE t.name = %s ORDER BY b.number",
            (name,),
        )
        return await rows.fetchall()


async def test_a_gauntlet_is_played_like_any_other(house: House) -> None:
    row = await house.tournament(boards=2, kind="gauntlet", challengers=1, variants=[ask.variant(CHIPS)])
    assert (row.kind, row.boards) == ("gauntlet", 6)
    with pytest.raises(WrongStateError, match="a gauntlet: its bots are fixed"):
        await house.store.tournaments.enter_tournament("cup", "a1", None)
    with pytest.raises(WrongStateError, match="'cup' is a gauntlet: only a swiss has rounds"):
        await house.store.tournaments.swiss_tables("cup")
    await house.play_out()
    (tallies,) = [await house.store.ratings.tallies_of(row.id) for _ in [await house.store.ratings.rate()]]
    assert all(house.versions["a1"] in tally.players for tally in tallies[CHIPS])
    assert (await house.store.tournaments.named("cup")).state == "finished"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"kind": "gauntlet"}, "challengers: a gauntlet has at least one"),
    ({"challengers": 1}, "challengers: a gauntlet has at least one"),
    ({"rounds": 3}, "rounds: 3 given, and a round-robin has none"),
    ({"kind": "gauntlet", "challengers": 4}, "bots: spades-4 needs a challenger and a field of 3"),
    ({"kind": "knock-out"}, "kind: 'knock-out' given"),
]


async def test_settings_of_other_kinds_are_refused(house: House) -> None:
    for settings, line in REFUSED:
        with pytest.raises(InvalidTournamentError, match=line):
            await house.tournament(**settings)
    new = ask.tournament("cup", [ask.variant(FOUR)], ["a1", "b1"], 1, kind="ladder", allow_same_owner=True)
    with pytest.raises(InvalidTournamentError, match="no table can be made of them"):
        await house.store.tournaments.create_tournament(new)


async def test_a_swiss_has_its_next_round_when_one_is_over_and_ends_with_the_last(house: House) -> None:
    await house.tournament(boards=1, kind="swiss", rounds=3, variants=[ask.variant(PARTNERS)])
    store = house.store
    for round_ in (1, 2, 3):
        assert await store.tournaments.draw_rounds() == 0
        assert [each[1] for each in await line_ups(store, "cup")] == [1, 1, 2, 2, 3, 3][: 2 * round_]
        assert (await store.tournaments.named("cup")).state == "running"
        claim = await claimed(store)
        assert await store.tournaments.draw_rounds() == 0
        await store.play.release(claim.block_id, claim.lease_number)
        await house.play_out()
        assert await store.tournaments.draw_rounds() == (round_ < 3)
    assert (await store.tournaments.named("cup")).state == "finished"
    rounds, (table,) = await store.tournaments.swiss_tables("cup")
    assert (rounds, table.rounds, len(table.lines)) == (3, 3, 4)
    assert sum(line.score for line in table.lines) == pytest.approx(6)


async def test_a_bot_that_left_has_nothing_from_that_round_on(house: House) -> None:
    await house.tournament(boards=1, kind="swiss", rounds=3, variants=[ask.variant(PARTNERS)])
    tournaments = house.store.tournaments
    await house.play_out()
    assert await tournaments.draw_rounds() == 1
    _, (before,) = await tournaments.swiss_tables("cup")
    gone = before.lines[0].place
    await tournaments.withdraw("cup", (await tournaments.named("cup")).entrants[gone].bot, None)
    while await house.play_out():
        await tournaments.draw_rounds()
    _, (after,) = await tournaments.swiss_tables("cup")
    assert (after.lines[-1].place, after.lines[-1].left_after, after.lines[-1].byes) == (gone, 1, 0)
    assert after.lines[-1].score == before.lines[0].score
    assert [line.left_after for line in after.lines[:-1]] == [None] * 3


async def test_many_who_draw_at_once_append_one_round(house: House) -> None:
    await house.tournament(boards=1, kind="swiss", rounds=5, variants=[ask.variant(PARTNERS)])
    await house.play_out()
    drawn = await asyncio.gather(*(house.store.tournaments.draw_rounds() for _ in range(6)))
    assert sum(drawn) == 1
    assert len(await line_ups(house.store, "cup")) == 4


async def test_the_same_seed_and_results_make_the_same_rounds(house: House) -> None:
    schedules = []
    for name in ("one", "two"):
        await house.tournament(name, boards=1, kind="swiss", rounds=3, variants=[ask.variant(PARTNERS)])
        while await house.play_out():
            await house.store.tournaments.draw_rounds()
        schedules.append(await house.store.tournaments.swiss_tables(name))
    assert [len(table.lines) for _, (table,) in schedules] == [4, 4]


async def test_a_ladder_gets_a_batch_when_it_runs_out_of_boards_and_does_not_end(house: House) -> None:
    await house.tournament(boards=2, kind="ladder", variants=[ask.variant(PARTNERS)])
    store = house.store
    assert await store.tournaments.draw_rounds() == 0
    for batch in (2, 3, 4):
        await house.play_out()
        await store.ratings.rate()
        assert await store.tournaments.draw_rounds() == 1
        assert max(each[1] for each in await line_ups(store, "cup")) == batch
        assert await store.tournaments.draw_rounds() == 0
    assert (await store.tournaments.named("cup")).state == "running"
    await store.tournaments.pause_tournament("cup")
    await house.play_out()
    assert await store.tournaments.draw_rounds() == 0


async def test_bots_that_are_not_connected_are_not_drawn_for_a_ladder(house: House) -> None:
    await house.tournament(boards=1, kind="ladder", variants=[ask.variant(PARTNERS)])
    await house.play_out()
    await house.connect(seats=4, bots=["a1", "b1"])
    assert await house.store.tournaments.draw_rounds() == 1
    assert len(await line_ups(house.store, "cup")) == 3
    await house.connect(seats=4, bots=["a1"])
    await house.play_out()
    assert await house.store.tournaments.draw_rounds() == 0


async def test_a_ladder_can_have_an_end(house: House) -> None:
    await house.tournament(boards=1, kind="ladder", rounds=2, variants=[ask.variant(PARTNERS)])
    await house.play_out()
    assert await house.store.tournaments.draw_rounds() == 1
    await house.play_out()
    assert await house.store.tournaments.draw_rounds() == 0
    assert (await house.store.tournaments.named("cup")).state == "finished"


async def test_a_ladder_draws_new_entrants_next_and_no_departed_ones(house: House) -> None:
    new = ask.tournament("cup", [ask.variant(PARTNERS)], ["a1", "b1"], 1, kind="ladder", allow_same_owner=True)
    await house.store.tournaments.create_tournament(new)
    await house.store.tournaments.start_tournament("cup")
    await house.play_out()
    assert (await house.store.tournaments.enter_tournament("cup", "a2", None))[1].boards == 0
    await house.store.tournaments.withdraw("cup", "a1", None)
    assert await house.store.tournaments.draw_rounds() == 1
    async with house.store.transaction() as connection:
        rows = await connection.execute("SELECT line_up FROM blocks WHERE round = 2")
        (line_up,) = [set(row[0]) for row in await rows.fetchall()]
    assert line_up == {house.versions["a2"], house.versions["b1"]}


async def test_a_batch_says_which_results_were_not_known(house: House) -> None:
    await house.tournament(boards=2, kind="ladder", variants=[ask.variant(PARTNERS)])
    for rate in (house.store.ratings.rate, house.store.ratings.elo):  # the second batch's results nobody looks at
        await house.play_out()
        await rate()
        await house.store.tournaments.draw_rounds()
    first, second, third = await house.store.tournaments.epochs("cup", with_terms=True)
    assert (first.terms, second.terms["unrated"]) == ({}, [])
    assert third.terms["unrated"] == list(range(second.first, third.first))

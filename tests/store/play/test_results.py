import asyncio
from dataclasses import replace
from hashlib import sha256
from typing import Any

import psycopg
import pytest

from arena.store import Store
from arena.store.errors import BadResultError, UnknownGameError, UnknownTournamentError
from tests import ask
from tests.store.house import House, claimed, finish, results

BOTH = [ask.variant("spades-4"), ask.variant("pinochle-cutthroat")]


async def test_a_block_is_finished_once(house: House, store: Store) -> None:
    await house.tournament(boards=2)
    claim = await claimed(store)
    ends = [store.play.finish(claim.block_id, claim.lease_number, results(claim)) for _ in range(5)]
    outcomes = await asyncio.gather(*ends, return_exceptions=True)
    assert sorted(type(each).__name__ for each in outcomes) == ["LeaseLostError"] * 4 + ["NoneType"]
    assert (await store.tournaments.named("cup")).state == "finished"


async def test_the_database_itself_refuses_a_second_result(house: House, store: Store, database: str) -> None:
    await house.tournament(boards=1)
    await finish(store, await claimed(store))
    with psycopg.connect(database, autocommit=True) as connection:
        for change in (
            "UPDATE games SET ranks = '{1,1,1,1}'",
            "DELETE FROM games",
            "INSERT INTO games (board_id, rotation, attempt, seat_ids) SELECT board_id, rotation, 0, '{}' FROM games",
            "UPDATE boards SET state = 'owed'",
            "UPDATE blocks SET state = 'owed'",
            "UPDATE blocks SET lease_number = 0",
            "UPDATE tournaments SET state = 'paused'",
        ):
            with pytest.raises(psycopg.IntegrityError):
                connection.execute(change)


WRONG: list[dict[str, Any]] = [
    {"ranks": [1, 2, 3, 3, 5]},
    {"ranks": [1, 1, 2, 4]},
    {"scores": [1, 2, 3]},
    {"players_by_seat": [1, 1, 2, 3]},
    {"infractions": [{"reason": "timeout"}]},
    {"infractions": [{"seat": 4, "reason": "timeout"}]},
    {"game_id": 999},
]


async def test_wrong_and_missing_results_are_refused(house: House, store: Store) -> None:
    await house.tournament(boards=1)
    claim = await claimed(store)
    first, *rest = results(claim)
    for wrong in (*([replace(first, **change), *rest] for change in WRONG), rest, [first, first, *rest]):
        with pytest.raises(BadResultError):
            await store.play.finish(claim.block_id, claim.lease_number, wrong)
    assert (await store.tournaments.named("cup")).closed == 0
    await store.play.finish(claim.block_id, claim.lease_number, [first, *rest])


async def test_the_last_two_blocks_at_the_same_moment_end_the_tournament(house: House, store: Store) -> None:
    await house.connect(seats=100)
    for name in (f"cup-{n}" for n in range(3)):
        await house.tournament(name, boards=16)
        first, second = await claimed(store), await claimed(store)
        ends = [store.play.finish(claim.block_id, claim.lease_number, results(claim)) for claim in (first, second)]
        await asyncio.gather(*ends)
        assert (await store.tournaments.named(name)).state == "finished"


async def test_closed_boards_know_players_through_a_draw(house: House, store: Store) -> None:
    cup = await house.tournament(boards=1)
    claim = await claimed(store)
    drawn = [
        replace(result, players_by_seat=result.players_by_seat[::-1], ranks=[1, 2, 3, 4], scores=[9, 8, 7, 6])
        for result in results(claim, [{"hand": 0, "seat": 0, "decision": 1, "reason": "timeout"}])
    ]
    await store.play.finish(claim.block_id, claim.lease_number, drawn)
    (board,) = await store.play.closed_boards(cup.id)
    line_up = claim.boards[0].games[0].players
    assert list(board.line_up) == line_up
    assert board.variant == "spades-4"
    for i, one in enumerate(line_up):
        for j, other in enumerate(line_up[:i]):
            better = [each.players_by_seat.index(one) < each.players_by_seat.index(other) for each in drawn]
            assert board.half_points(i, j) == 2 * sum(better)
    # they go round the seats with the rotations: each is once in each seat
    assert (board.points, board.infractions) == ((30, 30, 30, 30), (1, 1, 1, 1))
    await store.ratings.rate()
    assert [bot.infractions for bot in await store.accounts.bots()] == [1, 1, 1, 1]


async def test_seeds_of_open_boards_are_withheld(house: House, store: Store) -> None:
    cup = await house.tournament(boards=9, variants=BOTH)
    assert [row.seed for row in await store.tournaments.commitments("cup")] == [None] * 45
    claim = await claimed(store)
    await finish(store, claim)
    promises = {row.number: row for row in await store.tournaments.commitments("cup")}
    assert list(promises) == list(range(45))
    for board in claim.boards:
        assert promises[board.number].seed == board.seed
        assert promises[board.number].commitment == sha256(board.seed).digest()
    assert sum(row.seed is not None for row in promises.values()) == len(claim.boards)
    assert [board.number for board in await store.play.closed_boards(cup.id)] == [
        board.number for board in claim.boards
    ]
    assert len([game async for game in store.play.stored_games("cup")]) == len(results(claim))


async def test_stored_games_come_in_schedule_order_page_by_page(
    house: House, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.store.play.results.PAGE", 7)
    await house.tournament(boards=3, variants=BOTH)
    await house.play_out()
    games = [game async for game in store.play.stored_games("cup")]
    assert len(games) == len({game.id for game in games}) == 3 * 4 + 12 * 3
    seeds = [row.seed for row in await store.tournaments.commitments("cup")]
    assert list(dict.fromkeys(game.seed for game in games)) == seeds
    one = [game async for game in store.play.stored_games("cup", games[5].id)]
    assert one == [games[5]]
    assert one[0].elapsed_s == [3, 9]
    assert one[0].charges == one[0].actions[::-1]
    assert set(one[0].seats) <= {"a1@1", "a2@1", "b1@1", "b2@1"}
    assert one[0].options["format"]["kind"] == "hands"
    with pytest.raises(UnknownGameError):
        _ = [game async for game in store.play.stored_games("cup", 0)]
    with pytest.raises(UnknownTournamentError):
        _ = [game async for game in store.play.stored_games("cap")]

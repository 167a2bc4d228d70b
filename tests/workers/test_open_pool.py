"""A worker plays a board's tables in the open pool at once, and voids them together."""

import asyncio
from typing import Any

import pytest

from arena.store import Store
from tests.gateway.clients import until
from tests.workers.conftest import running
from tests.workers.cup import closed, stuck, take_from, voided
from tests.workers.gateway import ScriptedGateway, answered
from workers.process.service import Service

NAMES = [f"bot{number}" for number in range(8)]
BOARDS = 8  # of one block: all have the same bots


@pytest.fixture
def cup_fields() -> dict[str, Any]:
    """Boards at two tables for eight bots of eight owners."""
    return {"bots": NAMES, "boards": 1, "pool": "open"}


async def test_the_tables_of_a_board_are_open_at_once(cup: Store, service: Service, gateway: ScriptedGateway) -> None:
    gateway.answer = lambda ask: None
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(2 * BOARDS)  # one question at each table of each board, and nobody answers
    assert len(gateway.opened) == 2 * BOARDS * 4
    playing.cancel()


async def test_they_are_played_and_submitted(cup: Store, service: Service, gateway: ScriptedGateway) -> None:
    assert await service.play_block()
    assert (await closed(cup), await voided(cup)) == (BOARDS, [0] * BOARDS)
    games = [game async for game in cup.play.stored_games("cup")]
    assert len(games) == 2 * BOARDS
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.seed == other.seed
        assert len({*one.seats, *other.seats}) == 8


async def test_answers_that_were_lost_at_one_table_void_the_board_at_all(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    async with stuck(service, gateway, 100) as block:
        await until(lambda: any(game.ledger.stored for game in block.games.values()))
        await take_from(service)
        furthest = max(block.games.values(), key=lambda game: game.ledger.stored)
        gateway.known.difference_update(furthest.game.seat_ids)  # what was answered at that table alone is gone
        gateway.answer = answered
        async with running(database) as other:
            assert await other.play_block()
            assert (await closed(cup), sum(await voided(cup))) == (BOARDS - 1, 1)
            assert await other.play_block()
    assert await closed(cup) == BOARDS
    games = [game async for game in cup.play.stored_games("cup")]
    assert len(games) == 2 * BOARDS
    assert all(one.seed == twin.seed for one, twin in zip(games[::2], games[1::2], strict=True))

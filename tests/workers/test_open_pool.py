"""A worker with boards of the pool open.

A board's tables are played at once, and void together.
"""

import asyncio

import pytest

from arena.store import Store
from arena.store.play.rows import Instance
from arena.tokens import digest
from tests import ask
from tests.gateway.clients import until
from tests.lasting import renew_for_good
from tests.workers.conftest import running
from tests.workers.gateway import ScriptedGateway, answered
from tests.workers.play.test_blocks import closed, stuck_at, taken_from, voided
from workers.process.service import Service

NAMES = [f"bot{number}" for number in range(8)]
BOARDS = 8  # of one block: all have the same bots


@pytest.fixture
async def house(store: Store, gateway: ScriptedGateway) -> Store:
    """Create boards at two tables for eight bots of eight owners.

    The bots are at the scripted gateway.
    """
    versions = []
    for name in NAMES:
        await store.accounts.create_owner(f"of-{name}", digest(name))
        versions.append(await store.accounts.register_bot(name, "1", f"of-{name}", digest(f"bot {name}")))
    instances = [Instance(f"i{version}", version, 64, ["spades-4"]) for version in versions]
    await renew_for_good(store, "g", gateway.address, instances)
    chosen = [ask.variant("spades-4", options={"format": {"kind": "hands", "count": 1}})]
    await store.tournaments.create_tournament(ask.tournament("cup", chosen, NAMES, 1, pool="open", test_seed="a seed"))
    await store.tournaments.start_tournament("cup")
    return store


async def test_the_tables_of_a_board_are_open_at_once(house: Store, service: Service, gateway: ScriptedGateway) -> None:
    gateway.answer = lambda ask: None
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(2 * BOARDS)  # one question at each table of each board, and nobody answers
    assert len(gateway.opened) == 2 * BOARDS * 4
    playing.cancel()


async def test_they_are_played_and_handed_in(house: Store, service: Service, gateway: ScriptedGateway) -> None:
    assert await service.play_block()
    assert (await closed(house), await voided(house)) == (BOARDS, [0] * BOARDS)
    games = [game async for game in house.play.stored_games("cup")]
    assert len(games) == 2 * BOARDS
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.seed == other.seed
        assert len({*one.seats, *other.seats}) == 8


async def test_answers_that_were_lost_at_one_table_void_the_board_at_all(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    stuck_at(gateway, 100)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(100)
    (block,) = service._leases.blocks
    await until(lambda: any(game.ledger.stored for game in block.games.values()))
    await taken_from(service)

    furthest = max(block.games.values(), key=lambda game: game.ledger.stored)
    gateway.known.difference_update(furthest.game.seat_ids)  # what was answered at that table is gone, and at no other
    gateway.answer = answered
    async with running(database) as other:
        assert await other.play_block()
        assert (await closed(house), sum(await voided(house))) == (BOARDS - 1, 1)
        assert await other.play_block()
    assert await closed(house) == BOARDS
    games = [game async for game in house.play.stored_games("cup")]
    assert len(games) == 2 * BOARDS
    assert all(one.seed == twin.seed for one, twin in zip(games[::2], games[1::2], strict=True))
    assert await playing  # the first worker hears that its lease is lost, and drops what it had

"""A worker's service with a real Postgres and a scripted gateway.

The gateway is over a socket; a test scripts it.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

import workers.play.games
import workers.play.lease
import workers.play.remote_seat
from arena.store import Store
from arena.store.errors import StoreUnavailable
from arena.store.play.rows import Claim, Instance
from arena.tokens import digest
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from tests import ask
from tests.house import BOTS
from tests.lasting import renew_for_good
from tests.workers.conftest import running
from tests.workers.gateway import ScriptedGateway, answered
from workers.play.blocks import ANSWERS_LOST, Block
from workers.process.service import Service

GAMES = 4  # of a board of spades-4: one for each rotation
Open = Callable[[], Any]


@pytest.fixture
async def house(store: Store, gateway: ScriptedGateway) -> Store:
    """Create one block of two boards, owed.

    And all its bots at the scripted gateway.
    """
    await store.accounts.create_owner("olga", digest("olga"))
    versions = [await store.accounts.register_bot(bot, "1", "olga", digest(bot)) for bot in BOTS]
    instances = [Instance(f"i{version}", version, 64, ["spades-4"]) for version in versions]
    await renew_for_good(store, "g", gateway.address, instances)
    chosen = [ask.variant("spades-4", options={"format": {"kind": "hands", "count": 1}})]
    await store.tournaments.create_tournament(
        ask.tournament("cup", chosen, BOTS, 2, allow_same_owner=True, test_seed="a seed")
    )
    await store.tournaments.start_tournament("cup")
    return store


async def voided(store: Store) -> list[int]:
    return [row.voided for row in await store.tournaments.commitments("cup")]


async def closed(store: Store) -> int:
    return (await store.tournaments.progress("cup")).closed


async def taken_from(service: Service) -> Block:
    """Release the block as if the worker had been killed.

    Its lease has ended then: its block is free, the journals are as they are.
    """
    await service._leases._renew(list(service._leases.blocks), clean=False)
    (block,) = service._leases.blocks
    await service._store.play.release(block.claim.block_id, block.claim.token)
    return block


def stuck_at(gateway: ScriptedGateway, asks: int) -> None:
    """From then on nobody answers."""
    gateway.answer = lambda ask: answered(ask) if len(gateway.asked) < asks else None


async def test_a_block_is_played_and_handed_in(house: Store, service: Service, gateway: ScriptedGateway) -> None:
    assert await service.play_block()
    assert await closed(house) == 2
    games = [game async for game in house.play.stored_games("cup")]
    assert len(games) == 2 * GAMES
    assert not any(game.infractions for game in games)
    assert {close.seat_id for close in gateway.closed} == {opening.seat_id for opening in gateway.opened}
    assert len(gateway.opened) == 2 * GAMES * 4
    assert not await service.play_block()


async def test_a_block_that_stops_is_clean_and_goes_on_elsewhere_where_it_was(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    stuck_at(gateway, 60)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(60)
    await service.stop()
    assert await playing
    assert not await service.play_block()

    claim = await house.play.claim("w2", 10)
    assert claim
    journals = [game.journal for board in claim.boards for game in board.games if game.journal]
    assert journals
    assert all(journal.clean and journal.gateways == [gateway.address] * 4 for journal in journals)
    await house.play.release(claim.block_id, claim.token)

    gateway.known.clear()  # a restarted gateway: nothing is lost, for nothing was under way
    gateway.answer = answered
    before = len(gateway.asked)
    async with running(database) as other:
        assert await other.play_block()
    assert await closed(house) == 2
    assert await voided(house) == [0, 0]
    first = {(ask.seat_id, ask.number) for ask in gateway.asked[:before]}
    again = [ask for ask in gateway.asked[before:] if (ask.seat_id, ask.number) in first]
    assert len(again) <= 2  # the questions that were open, one a table


async def test_answers_that_died_with_worker_and_gateway_void_the_board(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    stuck_at(gateway, 60)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(60)
    await taken_from(service)

    gateway.known.clear()
    gateway.answer = answered
    async with running(database) as other:
        assert await other.play_block()
        assert await voided(house) == [1, 1]
        assert [void.reason for row in await house.tournaments.commitments("cup") for void in row.voids] == [
            ANSWERS_LOST
        ] * 2
        assert await other.play_block()
    assert await closed(house) == 2
    seeds = {game.seed async for game in house.play.stored_games("cup")}
    assert len(seeds) == 2
    ends = [seat_pb2.GameOver.FromString(close.game_over).ended for close in gateway.closed]
    assert "void" in ends
    assert await playing  # the first worker hears that its lease is lost, and drops what it had


async def test_a_take_over_at_a_gateway_that_lives_voids_nothing(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    stuck_at(gateway, 60)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(60)
    block = await taken_from(service)

    gateway.answer = answered
    async with running(database) as other:
        assert await other.play_block()
    assert (await closed(house), await voided(house)) == (2, [0, 0])
    assert {opening.token for opening in gateway.opened} == {block.claim.token, block.claim.token + 1}
    assert await playing


async def test_a_worker_killed_before_its_seats_are_open_has_nothing_to_void(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    gateway.keeps_waiting = True
    playing = asyncio.create_task(service.play_block())
    await gateway.waiting.wait()
    await taken_from(service)

    gateway.keeps_waiting = False
    async with running(database) as other:
        assert await other.play_block()
    assert (await closed(house), await voided(house)) == (2, [0, 0])
    assert await playing


async def test_a_worker_lost_before_a_lost_gateway_s_seats_are_open_again_voids_nothing(
    house: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    stuck_at(gateway, 60)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(60)
    gateway.lose_everything()
    gateway.keeps_waiting = True
    await gateway.waiting.wait()
    block = await taken_from(service)
    noted = [game._noted for game in block.games.values() if not game.ledger.game.is_over]
    assert [where and where.adrift for where in noted] == [[0, 1, 2, 3]] * len(noted)

    gateway.keeps_waiting = False
    gateway.answer = answered
    before = len(gateway.asked)
    async with running(database) as other:
        assert await other.play_block()
    assert (await closed(house), await voided(house)) == (2, [0, 0])
    first = {(ask.seat_id, ask.number) for ask in gateway.asked[:before]}
    again = [ask for ask in gateway.asked[before:] if (ask.seat_id, ask.number) in first]
    assert len(again) <= 2  # the questions that were open, one a table
    assert await playing


@pytest.mark.parametrize("forgets", [False, True])
async def test_a_worker_that_stops_before_it_has_caught_up_does_not_say_that_nothing_is_missing(
    house: Store, service: Service, database: str, gateway: ScriptedGateway, forgets: bool
) -> None:
    stuck_at(gateway, 60)
    playing = asyncio.create_task(service.play_block())
    await gateway.asks(60)
    await taken_from(service)

    gateway.keeps_waiting = True
    gateway.waiting.clear()
    async with running(database) as second:
        took_over = asyncio.create_task(second.play_block())
        await gateway.waiting.wait()
        await second.stop()
        assert await took_over

    gateway.keeps_waiting = False
    gateway.answer = answered
    if forgets:
        gateway.lose_everything()
    async with running(database, "w3") as third:
        while not await third.play_block():  # noqa: ASYNC110  # gateways write down first
            await asyncio.sleep(0.1)
    assert await voided(house) == ([1, 1] if forgets else [0, 0])
    assert await playing


async def test_what_fails_of_ours_voids_the_board_and_is_told(
    house: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(workers.play.games.LiveGame, "result", fails)
    assert await service.play_block()
    assert await closed(house) == 0
    assert sorted(await voided(house)) == [0, 1]
    monkeypatch.undo()
    while await closed(house) < 2:  # it waits a little after a failure
        if not await service.play_block():
            await asyncio.sleep(0.05)


async def test_a_worker_that_stops_without_postgres_lets_no_gateway_forget(
    house: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[int] = []

    async def finish(*_: Any) -> None:
        for block in service._leases.blocks:
            block.stop(lease_lost=False)
        raise StoreUnavailable("away")

    async def renew(*_: Any) -> set[int]:
        raise StoreUnavailable("away")

    monkeypatch.setattr(workers.play.remote_seat.RemoteSeat, "mark", lambda _, number: marked.append(number))
    monkeypatch.setattr(service._store.play, "finish", finish)
    monkeypatch.setattr(service._store.play, "renew", renew)
    assert await service.play_block()
    assert (await closed(house), marked) == (0, [])


async def test_a_lost_seat_is_told_in_the_result(house: Store, service: Service, gateway: ScriptedGateway) -> None:
    gone: set[int] = set()

    def answer(ask: pb.Ask) -> pb.Answered | None:
        gone.add(ask.seat_id) if not gone else None
        return pb.Answered(lost=pb.Lost(reason=pb.LOST_REASON_RESIGNED)) if ask.seat_id in gone else answered(ask)

    gateway.answer = answer
    assert await service.play_block()
    games = [game async for game in house.play.stored_games("cup")]
    assert [entry["reason"] for game in games for entry in game.infractions] == ["resigned"]
    assert len([ask for ask in gateway.asked if ask.seat_id in gone]) == 1


async def test_a_block_that_is_claimed_while_the_worker_stops_goes_back(
    house: Store, service: Service, monkeypatch: pytest.MonkeyPatch, gateway: ScriptedGateway
) -> None:
    claim = service._store.play.claim

    async def slow(*told: Any) -> Claim | None:
        claimed = await claim(*told)
        await service.stop()
        return claimed

    monkeypatch.setattr(service._store.play, "claim", slow)
    assert not any(await asyncio.gather(service.play_block(), service.play_block()))
    assert not gateway.opened
    again = await house.play.claim("w2", 10)
    assert again
    assert again.token == 2


async def test_a_worker_whose_leases_are_renewed_no_more_ends(
    house: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[tuple[int, int]] = []

    async def fails(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(workers.play.lease.Leases, "run", fails)
    monkeypatch.setattr(os, "kill", lambda *told: killed.append(told))
    async with running(database) as service:
        await asyncio.wait(service._chores, return_when=asyncio.FIRST_COMPLETED)
    assert killed == [(os.getpid(), signal.SIGTERM)]

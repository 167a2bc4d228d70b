"""A worker's service with a real Postgres and a scripted gateway over a socket."""

import asyncio
import os
import signal
from typing import Any

import pytest

import workers.play.games
import workers.play.lease
import workers.play.remote_seat
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.play.rows import Claim
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from tests.workers.conftest import running
from tests.workers.cup import closed, stuck, take_from, voided
from tests.workers.gateway import ScriptedGateway, answered
from workers.play.blocks import ANSWERS_LOST
from workers.process.service import Service

GAMES = 4  # of a board of spades-4: one for each rotation


async def test_a_block_is_played_and_submitted(cup: Store, service: Service, gateway: ScriptedGateway) -> None:
    assert await service.play_block()
    assert await closed(cup) == 2
    games = [game async for game in cup.play.stored_games("cup")]
    assert len(games) == 2 * GAMES
    assert not any(game.infractions for game in games)
    assert {close.seat_id for close in gateway.closed} == {opening.seat_id for opening in gateway.opened}
    assert len(gateway.opened) == 2 * GAMES * 4
    assert not await service.play_block()


def asked_again(gateway: ScriptedGateway, before: int) -> int:
    """How many questions were asked again after the first *before*."""
    first = {(ask.seat_id, ask.number) for ask in gateway.asked[:before]}
    return sum((ask.seat_id, ask.number) in first for ask in gateway.asked[before:])


async def play_on(database: str, gateway: ScriptedGateway, cup: Store) -> None:
    """Let another worker play the cup to its end, at a gateway that answers again."""
    gateway.keeps_waiting = False
    gateway.answer = answered
    async with running(database) as other:
        while await closed(cup) < 2:
            if not await other.play_block():
                await asyncio.sleep(0.05)


async def test_block_that_stops_is_clean_and_goes_on_elsewhere(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    async with stuck(service, gateway, 60):
        await service.stop()
    assert not await service.play_block()
    claim = await cup.play.claim("w2", 10)
    assert claim
    journals = [game.journal for board in claim.boards for game in board.games if game.journal]
    assert journals
    assert all(journal.clean and journal.gateways == [gateway.address] * 4 for journal in journals)
    await cup.play.release(claim.block_id, claim.lease_number)

    gateway.known.clear()  # a restarted gateway: nothing is lost, for nothing was under way
    before = len(gateway.asked)
    await play_on(database, gateway, cup)
    assert await voided(cup) == [0, 0]
    assert asked_again(gateway, before) <= 2  # the questions that were open, one a table


@pytest.mark.parametrize("is_lost", [False, True])
async def test_killed_worker_s_board_is_void_only_where_its_gateway_is_lost_too(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway, is_lost: bool
) -> None:
    async with stuck(service, gateway, 60):
        block = await take_from(service)
        if is_lost:
            gateway.known.clear()
        await play_on(database, gateway, cup)
    assert await voided(cup) == [int(is_lost)] * 2
    reasons = [void.reason for row in await cup.tournaments.commitments("cup") for void in row.voids]
    assert reasons == [ANSWERS_LOST] * 2 * is_lost
    ends = {seat_pb2.GameOver.FromString(close.game_over).ended for close in gateway.closed}
    assert ("void" in ends) == is_lost
    assert len({game.seed async for game in cup.play.stored_games("cup")}) == 2
    if not is_lost:
        number = block.claim.lease_number
        assert {opening.lease_number for opening in gateway.opened} == {number, number + 1}


async def test_worker_killed_before_its_seats_are_open_has_nothing_to_void(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    gateway.keeps_waiting = True
    playing = asyncio.create_task(service.play_block())
    await gateway.waiting.wait()
    await take_from(service)
    await play_on(database, gateway, cup)
    assert await voided(cup) == [0, 0]
    assert await playing


async def test_worker_lost_before_a_lost_gateway_s_seats_are_open_again_voids_nothing(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    async with stuck(service, gateway, 60):
        gateway.lose_everything()
        gateway.keeps_waiting = True
        await gateway.waiting.wait()
        block = await take_from(service)
        noted = [game._noted for game in block.games.values() if not game.ledger.game.is_over]
        assert [where and where.unplaced for where in noted] == [[0, 1, 2, 3]] * len(noted)
        before = len(gateway.asked)
        await play_on(database, gateway, cup)
    assert await voided(cup) == [0, 0]
    assert asked_again(gateway, before) <= 2


async def test_worker_that_stops_before_it_has_caught_up_leaves_the_answers_missing(
    cup: Store, service: Service, database: str, gateway: ScriptedGateway
) -> None:
    async with stuck(service, gateway, 60):
        await take_from(service)
        gateway.keeps_waiting = True
        gateway.waiting.clear()
        async with running(database) as second:
            took_over = asyncio.create_task(second.play_block())
            await gateway.waiting.wait()
            await second.stop()
            assert await took_over
        gateway.lose_everything()
        await play_on(database, gateway, cup)
    assert await voided(cup) == [1, 1]


async def test_a_failure_of_the_arena_voids_the_board_and_is_logged(
    cup: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(workers.play.games.LiveGame, "result", fails)
    assert await service.play_block()
    assert await closed(cup) == 0
    assert sorted(await voided(cup)) == [0, 1]
    monkeypatch.undo()
    while await closed(cup) < 2:  # it waits a little after a failure
        if not await service.play_block():
            await asyncio.sleep(0.05)


async def test_a_worker_that_stops_without_postgres_lets_no_gateway_forget(
    cup: Store, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked: list[int] = []

    async def finish(*_: Any) -> None:
        for block in service._leases.blocks:
            block.stop(lease_lost=False)
        raise StoreUnavailableError("away")

    async def renew(*_: Any) -> set[int]:
        raise StoreUnavailableError("away")

    monkeypatch.setattr(workers.play.remote_seat.RemoteSeat, "mark", lambda _, number: marked.append(number))
    monkeypatch.setattr(service._store.play, "finish", finish)
    monkeypatch.setattr(service._store.play, "renew", renew)
    assert await service.play_block()
    assert (await closed(cup), marked) == (0, [])


async def test_a_lost_seat_is_in_the_result(cup: Store, service: Service, gateway: ScriptedGateway) -> None:
    gone: set[int] = set()

    def answer(ask: pb.Ask) -> pb.Answered | None:
        gone.add(ask.seat_id) if not gone else None
        return pb.Answered(lost=pb.Lost(reason=pb.LOST_REASON_RESIGNED)) if ask.seat_id in gone else answered(ask)

    gateway.answer = answer
    assert await service.play_block()
    games = [game async for game in cup.play.stored_games("cup")]
    assert [entry["reason"] for game in games for entry in game.infractions] == ["resigned"]
    assert len([ask for ask in gateway.asked if ask.seat_id in gone]) == 1


async def test_a_block_that_is_claimed_while_the_worker_stops_goes_back(
    cup: Store, service: Service, monkeypatch: pytest.MonkeyPatch, gateway: ScriptedGateway
) -> None:
    claim = service._store.play.claim

    async def slow(*told: Any) -> Claim | None:
        claimed = await claim(*told)
        await service.stop()
        return claimed

    monkeypatch.setattr(service._store.play, "claim", slow)
    assert not any(await asyncio.gather(service.play_block(), service.play_block()))
    assert not gateway.opened
    again = await cup.play.claim("w2", 10)
    assert again
    assert again.lease_number == 2


async def test_a_worker_whose_leases_are_renewed_no_more_ends(
    cup: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[tuple[int, int]] = []

    async def fails(*_: Any) -> None:
        raise ZeroDivisionError("ours")

    monkeypatch.setattr(workers.play.lease.Leases, "run", fails)
    monkeypatch.setattr(os, "kill", lambda *told: killed.append(told))
    async with running(database) as service:
        await asyncio.wait(service._tasks, return_when=asyncio.FIRST_COMPLETED)
    assert killed == [(os.getpid(), signal.SIGTERM)]

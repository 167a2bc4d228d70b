import asyncio
import time
from dataclasses import replace
from typing import Any, cast

import pytest

import workers.link.gateway_link
import workers.play.lease
from arena.store import Store
from arena.store.errors import JournalGapError, StoreUnavailableError
from arena.store.play.rows import JournalRow
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from tests.gateway.clients import until
from tests.workers.both_ways import claim_of
from tests.workers.cup import stuck
from tests.workers.gateway import SECRET, ScriptedGateway, serving
from tests.workers.link.blocks import rules_of
from workers.link.directory import Directory
from workers.link.link_pool import LinkPool
from workers.play.blocks import Block
from workers.play.lease import Leases
from workers.process.service import Service


async def test_no_seat_is_opened_while_the_lease_may_be_another_s(
    service: Service, gateway: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[bool] = []
    async with stuck(service, gateway, 3) as block:
        is_held = block.is_held

        def looked() -> bool:
            looks.append(is_held())
            return looks[-1]

        monkeypatch.setattr(block, "is_held", looked)
        async with service._leases._turn:  # nothing is renewed meanwhile
            block.held_until = time.monotonic() - 1  # as after a long sleep of this process
            opened = len(gateway.opened)
            waiting = asyncio.create_task(block.holds())
            await until(lambda: len(looks) > 2)
            assert not any(looks)
            assert not waiting.done()
            assert len(gateway.opened) == opened
        await waiting  # the next renewal
        await service.stop()


async def test_answers_that_were_not_stored_are_not_marked(
    service: Service, gateway: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    offered: list[JournalRow] = []

    async def away(*_: Any) -> set[int]:
        raise StoreUnavailableError("away")

    async def lost(worker: str, leases: list[tuple[int, int]], rows: list[JournalRow], lease: float) -> set[int]:
        offered.extend(rows)
        return {block_id for block_id, _ in leases}

    monkeypatch.setattr(service._store.play, "renew", away)
    async with stuck(service, gateway, 60) as block:
        with pytest.raises(StoreUnavailableError):
            await service._leases._renew([block], clean=False)
        monkeypatch.setattr(service._store.play, "renew", lost)
        await service._leases._renew([block], clean=False)
    await service._links.stop()
    assert any(row.actions for row in offered)
    assert gateway.marked == []


async def test_an_older_lease_of_a_block_ends_with_a_new_one(
    links: LinkPool, directory: Directory, store: Store
) -> None:
    leases = Leases(store, links, "w", 10)
    rules = rules_of()
    older, newer = (Block(claim_of(rules, 1, [7] * 4, lease_number=n), store, links, directory, 60) for n in (1, 2))
    other = Block(replace(claim_of(rules, 1, [7] * 4), block_id=2), store, links, directory, 60)
    for block in (older, other, newer):
        leases.add(block, 0.0)
    assert [block.lease_lost for block in (older, other, newer)] == [True, False, False]
    assert leases.blocks == {older, other, newer}  # each is removed by who plays it


async def test_a_gap_in_a_journal_is_its_block_s_alone(
    service: Service, gateway: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    renew = service._store.play.renew

    async def renew_with_a_gap(*given: Any) -> set[int]:
        if given[1]:
            raise JournalGapError("a piece is missing", next(iter(block.games)))
        return await renew(*given)

    async with stuck(service, gateway, 3) as block:
        monkeypatch.setattr(service._store.play, "renew", renew_with_a_gap)
    assert block.lease_lost
    assert not service._leases.blocks


async def test_a_waiting_seat_is_opened_again_after_its_block_was_returned(
    service: Service, gateway: ScriptedGateway
) -> None:
    async with stuck(service, gateway, 9) as block:
        seats = {opening.seat_id for opening in gateway.opened}
        gateway.answer = lambda ask: pb.Answered(lost=pb.Lost(reason=cast(Any, 77)))  # what no gateway says: our fault
        gateway.known.clear()
        for game in block.games.values():
            for seat in game.seats:
                seat._link()._break_off()
    await service._links.stop()
    void = {close.seat_id for close in gateway.closed if seat_pb2.GameOver.FromString(close.game_over).ended == "void"}
    assert void == seats


async def test_a_gateway_that_stays_away_is_dialled_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.link.gateway_link, "FORGET_AFTER", 0.2)
    links = LinkPool(SECRET)
    async with serving(ScriptedGateway()) as gateway:
        link = links.to(gateway.address)
        assert await link.comes_up(10)
        address = gateway.address
    await until(lambda: link.is_over)
    again = ScriptedGateway()
    again.address = address
    async with serving(again):
        assert links.to(address) is not link
        assert await links.to(address).comes_up(10)
        await links.stop()


async def test_a_void_that_was_interrupted_is_stored_when_the_block_goes_back(
    cup: Store, service: Service, gateway: ScriptedGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with stuck(service, gateway, 3) as block:
        board = block.claim.boards[0]
        block._voiding[board.board_id] = board, "why"  # as when the worker is told to stop while Postgres is asked
        await service.stop()
    assert [row.voided for row in await cup.tournaments.commitments("cup")] == [1, 0]
    assert service._leases.played().voids == {"fault": 1}

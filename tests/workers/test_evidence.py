"""Timeouts and illegal answers, from the gateway's report to the store."""

import asyncio

from arena.store import Store
from arena.store.play.rows import InfractionRow
from arena.wire.gen import link_pb2 as pb
from tests.house import BOTS
from tests.workers.conftest import running
from tests.workers.gateway import ScriptedGateway, answered

LATE = pb.TimedOut(elapsed_us=66_000_000, rtt_us=20_000, lag_us=9_000, connected=True, silent_us=700_000)
AT = (2, 5)  # decisions of each seat that are not answered in time


class Faulty:
    """Bots that are late twice a game, send once no action, and once an illegal one."""

    def __init__(self, gateway: ScriptedGateway) -> None:
        self.gateway = gateway
        gateway.answer = self

    def __call__(self, ask: pb.Ask) -> pb.Answered | None:
        if ask.number in AT:
            return pb.Answered(timed_out=LATE, think_us=65_980_000, net_us=20_000)
        if ask.number == 3 and ask.attempt == 0:
            return pb.Answered(action=b"\xff\xff", think_us=1)
        if ask.number == 4 and ask.attempt == 0:
            return pb.Answered(action=b"\x08\x33", think_us=1)  # the ace of clubs is not always there to play
        return answered(ask)


async def timeouts(store: Store) -> list[InfractionRow]:
    rows = await store.play.infractions("cup", None, None, 1000)
    return [row for row in rows if row.reason == "timeout"]


async def counts(store: Store) -> dict[str, int]:
    by_kind: dict[str, int] = {}
    for bot in BOTS:
        for row in (await store.play.infraction_counts(f"{bot}@1"))[-1]:
            by_kind[row.infraction] = by_kind.get(row.infraction, 0) + row.count
    return by_kind


async def test_each_timeout_has_its_evidence_and_infractions_are_counted(
    cup: Store, database: str, gateway: ScriptedGateway
) -> None:
    Faulty(gateway)
    async with running(database) as service:
        assert await service.play_block()
    found = await timeouts(cup)
    games = [game async for game in cup.play.stored_games("cup")]
    recorded = [entry for game in games for entry in game.infractions if entry["reason"] == "timeout"]
    assert len(found) == len(recorded) == 2 * 4 * len(games)
    for row in found:
        assert row.evidence
        assert row.is_closed
        assert row.evidence["number"] in AT
        assert (row.evidence["elapsed_us"], row.evidence["rtt_us"]) == (66_000_000, 20_000)
        assert (row.evidence["lag_us"], row.evidence["silent_us"]) == (9_000, 700_000)
        assert row.evidence["bank_us"] == (60_000_000 if row.evidence["number"] == AT[0] else 0)
    told = await counts(cup)
    assert told["timeout"] == len(found)
    assert told["malformed"] == 4 * len(games)
    assert told["illegal"] > 0


async def test_evidence_is_stored_once_though_the_block_went_to_another_worker(
    cup: Store, database: str, gateway: ScriptedGateway
) -> None:
    faulty = Faulty(gateway)
    gateway.answer = lambda ask: faulty(ask) if len(gateway.asked) < 70 else None
    async with running(database) as service:
        playing = asyncio.create_task(service.play_block())
        await gateway.asks(70)
        await service.stop()
        assert await playing
    before = await timeouts(cup)
    assert before
    assert not any(row.is_closed for row in before)

    gateway.answer = faulty
    async with running(database) as other:
        assert await other.play_block()
    rows = await timeouts(cup)
    assert len(rows) == 2 * 4 * 8
    assert all(row.evidence and row.is_closed for row in rows)
    assert (await counts(cup))["timeout"] == len(rows)

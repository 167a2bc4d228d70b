"""Mutated messages do not change the time charged to honest bots, to the microsecond.

The gateway's clock moves only while honest bots think.
"""

import asyncio
import logging
import random

import pytest

from arena.gateway import server
from tests.gateway.clients import SECRET, Clients, dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock
from tests.sizes import sized
from tools.mutated.link import MadWorker
from tools.mutated.seats import MadBot
from tools.mutated.tally import Tally

HONEST = {101: 7, 102: 9}  # seats and their versions
MAD_ROWS, MAD_COLUMNS = 8, 10
QUESTIONS = 20
MAX_US = 900_000
EACH = sized(100, 2000)  # messages of each of the mad

Answers = list[tuple[int, int, int]]  # card, charged time, the network's share


async def besieged(clients: Clients, tally: Tally) -> None:
    """Send mutated messages at the doors that have seats behind them."""

    def chance(what: str) -> random.Random:
        return random.Random(f"clocks {what}")

    others = list(HONEST)
    rows = MadBot(clients.address, f"token-of-{MAD_ROWS}", False, chance("rows"), tally, others)
    columns = MadBot(clients.address, f"token-of-{MAD_COLUMNS}", True, chance("columns"), tally, others)
    worker = MadWorker(clients.link, SECRET, [MAD_ROWS, MAD_COLUMNS], chance("worker"), tally)
    await asyncio.gather(*(each.run(EACH) for each in (rows, columns, worker)))


async def played(is_besieged: bool) -> Answers:
    """Play honest seats; return what came of each question. Each waits until the siege has gone on."""
    clock, tally, answers = StandingClock(), Tally(), []
    thinks = random.Random("thinks")
    store = FewTokens((*HONEST.values(), MAD_ROWS, MAD_COLUMNS))
    async with serving(store, clock=clock) as (gateway, reached), dialling(reached, gateway.hub) as clients:
        bots = {seat: await clients.seated(f"honest-{seat}", f"token-of-{of}") for seat, of in HONEST.items()}
        worker = clients.worker(lease_number=5)
        for seat, version in HONEST.items():
            await worker.open(seat, version)
            await bots[seat].settle()
        siege = asyncio.create_task(besieged(clients, tally)) if is_besieged else None
        for number in range(1, QUESTIONS + 1):
            if siege:
                await _until_sent(siege, tally, 3 * EACH * number // (QUESTIONS + 1))
            for seat, bot in bots.items():
                await worker.ask(number, seat_id=seat)
                await bot.update("turn", seat)
                clock.run(thinks.randrange(MAX_US))
                await bot.answer(number, number + seat % 10, seat)
                answered = await worker.answered(number, seat_id=seat)
                answers.append((answered.action[-1], answered.think_us, answered.net_us))
        if siege:
            await siege
            assert tally.sent.total() >= 3 * EACH
        assert not tally.wrong
    return answers


async def _until_sent(siege: "asyncio.Task[None]", tally: Tally, most: int) -> None:
    await until(lambda: siege.done() or tally.sent.total() >= most)


async def test_mutated_messages_cost_honest_bots_no_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(server, "BEAT", 3600.0)  # no round trip is measured while a bot thinks
    calm = await played(is_besieged=False)
    with caplog.at_level(logging.ERROR):
        assert await played(is_besieged=True) == calm
    assert not caplog.records
    assert {net for *_, net in calm} == {0}

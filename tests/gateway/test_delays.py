import asyncio
import os
import signal

from arena.store import Store
from arena.wire.gen import link_pb2
from tests.gateway.clients import Clients, dialling
from tests.gateway.slow_line import slow_line
from tests.gateway.test_process import TOKEN, running, store, version

__all__ = ["store", "version"]  # fixtures

EACH_WAY = 0.12  # seconds


async def test_a_slow_line_within_the_cap_costs_a_bot_nothing(clients: Clients) -> None:
    worker = clients.worker()
    async with slow_line(clients.address, EACH_WAY) as line, dialling(line) as far:
        bot = await far.seated()
        await bot.settle()  # its first pong is back
        await worker.open()
        for number in range(1, 4):
            await worker.ask(number, move_us=1_000, bank_us=5_000_000)
            await bot.update("turn")
            await bot.answer(number, 30)
            answered = await worker.answered(number)
            assert answered.WhichOneof("outcome") == "action"
            assert answered.net_us >= 2 * EACH_WAY * 1e6


async def test_an_answer_that_waits_in_the_socket_while_the_gateway_is_held_up_is_in_time(
    database: str, redis_url: str, store: Store, version: int
) -> None:
    async with running(database, redis_url) as gateway, dialling(gateway.reached) as clients:
        bot, worker = await clients.seated(token=TOKEN), clients.worker()
        await worker.open(version_id=version)
        await worker.ask(1, move_us=400_000, bank_us=0)
        await bot.update("turn")
        os.kill(gateway.process.pid, signal.SIGSTOP)
        await bot.answer(1, 30)
        await asyncio.sleep(2)  # far beyond its time and the cap
        os.kill(gateway.process.pid, signal.SIGCONT)
        answered = await worker.answered(1)
        assert answered.WhichOneof("outcome") == "action"
        assert answered.think_us < 2_000_000


async def test_a_bot_that_is_silent_while_the_gateway_is_held_up_still_runs_out_of_time(
    database: str, redis_url: str, store: Store, version: int
) -> None:
    async with running(database, redis_url) as gateway, dialling(gateway.reached) as clients:
        bot, worker = await clients.seated(token=TOKEN), clients.worker()
        await worker.open(version_id=version)
        await worker.ask(1, move_us=400_000, bank_us=0)
        await bot.update("turn")
        os.kill(gateway.process.pid, signal.SIGSTOP)
        await asyncio.sleep(2)
        os.kill(gateway.process.pid, signal.SIGCONT)
        answered = await worker.answered(1)
        assert answered.WhichOneof("outcome") == "timed_out"
        evidence: link_pb2.TimedOut = answered.timed_out
        assert evidence.lag_us > 1_000_000
        assert evidence.connected

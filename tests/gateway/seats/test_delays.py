"""Times taken by the network and the gateway's loop, by a clock that the test moves."""

from collections.abc import Sequence
from typing import Any

import pytest

from arena.gateway import server
from arena.gateway.seats.clock import CAP_US
from arena.gateway.seats.timekeeper import GRAIN_US, TICK_US
from arena.gateway.server import Endpoints, Gateway
from arena.wire.gen import seat_pb2
from tests.gateway.clients import Bot, Clients, Worker, until
from tests.gateway.standing import StandingClock

SECOND = 1_000_000
TRIP = 240_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StandingClock:
    monkeypatch.setattr(server, "BEAT", 3600.0)  # the one ping is that which comes with the welcome
    return StandingClock()


async def far_away(clients: Clients, gateway: Gateway, clock: StandingClock) -> Bot:
    """A bot whose first ping and pong take *TRIP* together."""
    bot = clients.bot()
    bot.pongs = False
    await bot.hello()
    await bot.welcome()
    ping = await bot.inbox.take(seat_pb2.Ping)
    clock.run(TRIP)
    await bot.send(seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=ping.nonce)))
    (instance,) = gateway.hub.connected
    await until(lambda: instance.stream is not None and instance.stream.trips.least_us == TRIP)
    return bot


async def asked(bot: Bot, worker: Worker, number: int, **times: int) -> None:
    await worker.ask(number, **times)
    await bot.update("turn")


async def test_a_slow_line_within_the_cap_costs_a_bot_nothing(
    clients: Clients, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    worker = clients.worker()
    bot = await far_away(clients, gateway[0], clock)
    await worker.open()
    for number in range(1, 4):
        await asked(bot, worker, number, move_us=1_000, bank_us=0)
        clock.run(TRIP)
        await bot.answer(number, 30)
        answered = await worker.answered(number)
        assert answered.WhichOneof("outcome") == "action"
        assert (answered.think_us, answered.net_us) == (0, TRIP)


async def test_network_delay_above_the_cap_is_charged_to_the_bot(
    clients: Clients, gateway: tuple[Gateway, Endpoints], clock: StandingClock
) -> None:
    worker = clients.worker()
    bot = await far_away(clients, gateway[0], clock)
    await worker.open()
    await asked(bot, worker, 1, move_us=1_000, bank_us=0)
    clock.run(1_000 + CAP_US + GRAIN_US + 1)
    await bot.answer(1, 30)
    assert (await worker.answered(1)).WhichOneof("outcome") == "timed_out"


async def test_an_answer_that_waits_in_the_socket_while_the_gateway_is_held_up_is_in_time(
    clients: Clients, gateway: tuple[Gateway, Endpoints], clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = gateway[0].hub
    read = hub.answers

    def read_late(stream: Any, answers: Sequence[Any]) -> int:
        clock.hold_up(2 * SECOND)  # far beyond its time and the cap
        return read(stream, answers)

    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await asked(bot, worker, 1, move_us=400_000, bank_us=0)
    clock.run(100_000)
    monkeypatch.setattr(hub, "answers", read_late)
    await bot.answer(1, 30)
    answered = await worker.answered(1)
    assert answered.WhichOneof("outcome") == "action"
    assert answered.think_us + answered.net_us == 100_000


async def test_a_bot_that_is_silent_while_the_gateway_is_held_up_still_runs_out_of_time(
    clients: Clients, clock: StandingClock
) -> None:
    bot, worker = await clients.seated(), clients.worker()
    await worker.open()
    await asked(bot, worker, 1, move_us=400_000, bank_us=0)
    clock.hold_up(2 * SECOND)
    answered = await worker.answered(1)
    assert answered.WhichOneof("outcome") == "timed_out"
    assert answered.timed_out.lag_us == 2 * SECOND - TICK_US
    assert answered.timed_out.connected

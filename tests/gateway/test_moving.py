"""A bot that leaves one gateway for another takes its seats, and the time they have used, with it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import pytest

from arena.gateway import homes
from arena.gateway.capacity import Capacity
from arena.gateway.server import Gateway
from arena.gateway.settings import Settings
from arena.play import Answered, Ledger, Lost, Question, TimeControl
from arena.rules import find, legal_actions
from arena.store import Store
from tests.gateway.clients import SECRET, Bot, Clients, dialling, until
from tests.gateway.conftest import FewTokens
from workers.columnar import ColumnarSeat
from workers.link import Links
from workers.remote_seat import Place, RemoteSeat

SECOND = 1_000_000
LEGAL = legal_actions(9, [7, 8])


class Known:
    """A directory of the gateways that there are."""

    def __init__(self, addresses: list[str]) -> None:
        self.addresses = addresses

    async def gateways_of(self, version_id: int) -> list[str]:
        return self.addresses


@dataclass
class Two:
    """Two gateways of one arena, and a worker's seat of version 7 that may be at either."""

    gateways: list[Gateway]
    clients: list[Clients]
    seat: RemoteSeat
    directory: Known

    def seats_at(self, gateway: int) -> int:
        return len(self.gateways[gateway].hub.seats)


@asynccontextmanager
async def two_gateways(grace: float = 60.0) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        gateways, clients = [], []
        for _ in range(2):
            config = Settings(
                dsn="", redis_url="", listen="127.0.0.1:0", link_secret=SECRET, grace=grace, capacity=Capacity()
            )
            gateway = Gateway(config, cast(Store, FewTokens()), wake=lambda count: None)
            address = await gateway.start()
            stack.push_async_callback(gateway.stop)
            gateways.append(gateway)
            clients.append(await stack.enter_async_context(dialling(address)))
        links = Links(SECRET)
        stack.push_async_callback(links.stop)
        rules = find("spades-4")
        ledger = Ledger.resume(rules, bytes(32), TimeControl(5 * SECOND, 60 * SECOND), None)
        directory: Any = Known([clients[0].address])
        place = Place(77, 7, 2, "spades-4", b"")
        seat = RemoteSeat(place, ColumnarSeat(77, 0, ledger, links), links, directory, must_be_known=False)
        yield Two(gateways, clients, seat, directory)


def question(number: int) -> Question:
    return Question(number, 0, LEGAL, [], 5 * SECOND, 60 * SECOND, 0, 0, None)


async def asked(two: Two) -> "tuple[Bot, asyncio.Task[Any]]":
    """The bot, asked number 1 at the first gateway."""
    bot = await two.clients[0].seated()
    await two.seat.open([])
    asking = asyncio.create_task(two.seat.ask(question(1)))
    await bot.update("turn", 77)
    return bot, asking


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes, "REHOME_US", 0)
    monkeypatch.setattr(homes, "SAY_AWAY_US", 0)


async def test_a_bot_that_dials_another_gateway_has_its_seat_there_and_the_time_it_used() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        await asyncio.sleep(1)
        await bot.drop()
        again = await two.clients[1].seated()
        two.directory.addresses = [clients.address for clients in two.clients]
        turn = await again.update("turn", 77)
        assert turn.turn.decision.number == 1
        assert turn.clock.move_us < 4 * SECOND
        await again.answer(1, 7, seat_id=77)
        reply = await asking
        assert isinstance(reply, Answered)
        assert SECOND <= reply.think_us < 5 * SECOND
        await until(lambda: two.seats_at(0) == 0)
        assert two.seats_at(1) == 1


async def test_a_bot_that_comes_back_where_it_was_goes_on_there() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        await bot.drop()
        await asyncio.sleep(0.6)  # some words to the worker that it is away
        again = await two.clients[0].seated()
        assert (await again.update("resume", 77)).resume.decision.number == 1
        await again.answer(1, 8, seat_id=77)
        assert isinstance(await asking, Answered)
        assert two.seat.gateway == two.clients[0].address


async def test_a_bot_that_is_nowhere_is_lost_after_the_grace() -> None:
    async with two_gateways(grace=0.7) as two:
        bot, asking = await asked(two)
        two.directory.addresses = [clients.address for clients in two.clients]
        await bot.drop()
        assert isinstance(await asking, Lost)


async def test_going_back_and_forth_gains_no_time() -> None:
    async with two_gateways() as two:
        two.directory.addresses = [clients.address for clients in two.clients]
        bot, asking = await asked(two)
        left = 65 * SECOND
        for number in (1, 0, 1):
            await asyncio.sleep(0.5)
            await bot.drop()
            bot = await two.clients[number].seated()
            clock = (await bot.update("turn", 77)).clock
            assert clock.move_us + clock.bank_us <= left - SECOND // 2
            left = clock.move_us + clock.bank_us
        await bot.answer(1, 7, seat_id=77)
        reply = await asking
        assert isinstance(reply, Answered)
        assert reply.action == 7
        assert reply.think_us >= 1.5 * SECOND

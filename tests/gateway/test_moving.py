"""A bot that goes to another gateway finds its seats there, the time they have used, and how its games ended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

import workers.farewells
import workers.remote_seat
from arena.gateway import homes
from arena.gateway.server import Gateway
from arena.play import Answered, Ending, Ledger, Lost, Question, TimeControl
from arena.rules import find, legal_actions
from tests.gateway.clients import SECRET, Bot, Clients, dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.workers.known import Known
from workers.columnar import ColumnarSeat
from workers.links import Links
from workers.remote_seat import Place, RemoteSeat

SECOND = 1_000_000
LEGAL = legal_actions(9, [7, 8])


@dataclass
class Two:
    """Two gateways of one arena, and a worker's seat of version 7 that may be at either."""

    gateways: list[Gateway]
    clients: list[Clients]
    seat: RemoteSeat
    links: Links
    directory: Known
    journalled: asyncio.Event

    def seats_at(self, gateway: int) -> int:
        return len(self.gateways[gateway].hub.seats)


@asynccontextmanager
async def two_gateways(grace: float = 60.0) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        gateways, clients = [], []
        for _ in range(2):
            gateway, reached = await stack.enter_async_context(serving(FewTokens(), grace))
            gateways.append(gateway)
            clients.append(await stack.enter_async_context(dialling(reached)))
        links = Links(SECRET)
        stack.push_async_callback(links.stop)
        rules = find("spades-4")
        ledger = Ledger.resume(rules, bytes(32), TimeControl(5 * SECOND, 60 * SECOND), None)
        directory = Known(clients[0].link)
        place = Place(77, 7, 2, "spades-4", b"")
        journalled = asyncio.Event()
        journalled.set()

        async def is_journalled() -> None:
            await journalled.wait()

        columns = ColumnarSeat(77, 0, ledger, links)
        seat = RemoteSeat(place, columns, links, directory, must_be_known=False, journalled=is_journalled)
        saying = asyncio.create_task(links.farewells.run(links, directory))
        stack.callback(saying.cancel)
        yield Two(gateways, clients, seat, links, directory, journalled)


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
    monkeypatch.setattr(workers.farewells, "LOOK", 0.1)


async def test_a_bot_that_dials_another_gateway_has_its_seat_there_and_the_time_it_used() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        await asyncio.sleep(1)
        await bot.drop()
        again = await two.clients[1].seated()
        two.directory.addresses = [clients.link for clients in two.clients]
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
        assert two.seat.gateway == two.clients[0].link


async def test_a_bot_that_is_nowhere_is_lost_after_the_grace() -> None:
    async with two_gateways(grace=0.7) as two:
        bot, asking = await asked(two)
        two.directory.addresses = [clients.link for clients in two.clients]
        await bot.drop()
        assert isinstance(await asking, Lost)


async def test_a_seat_that_is_asked_long_after_its_bot_went_elsewhere_is_not_lost() -> None:
    async with two_gateways(grace=1.0) as two:
        bot, asking = await asked(two)
        await bot.answer(1, 7, seat_id=77)
        await asking
        await bot.drop()
        again = await two.clients[1].seated()
        two.directory.addresses = [clients.link for clients in two.clients]
        await asyncio.sleep(2)  # its table waits for somebody else, for longer than the grace
        late = asyncio.create_task(two.seat.ask(question(2)))
        assert (await again.update("turn", 77)).turn.decision.number == 2
        await again.answer(2, 8, seat_id=77)
        assert isinstance(await late, Answered)


async def test_going_back_and_forth_gains_no_time() -> None:
    async with two_gateways() as two:
        two.directory.addresses = [clients.link for clients in two.clients]
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


async def test_a_seat_leaves_a_gateway_that_drains_once_its_answers_are_in_the_journal() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        await bot.answer(1, 7, seat_id=77)
        await asking
        two.journalled.clear()
        await two.gateways[0].stop()
        again = await two.clients[1].seated()
        two.directory.addresses = [two.clients[1].link]
        late = asyncio.create_task(two.seat.ask(question(2)))
        await asyncio.sleep(0.5)
        assert two.seats_at(1) == 0, "who finds the seat there takes it for the one that has all answers"
        two.journalled.set()
        turn = await again.update("turn", 77)
        assert (turn.turn.decision.number, turn.clock.move_us) == (2, 5 * SECOND)
        await again.answer(2, 8, seat_id=77)
        assert isinstance(await late, Answered)


async def test_a_seat_whose_journal_cannot_be_written_stays_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.remote_seat, "JOURNAL_WITHIN", 0.1)
    async with two_gateways() as two:
        bot, asking = await asked(two)
        two.journalled.clear()
        await bot.drop()
        two.directory.addresses = [clients.link for clients in two.clients]
        again = await two.clients[1].seated()
        await asyncio.sleep(0.5)
        assert two.seats_at(1) == 0
        two.journalled.set()
        clock = (await again.update("turn", 77)).clock
        assert clock.move_us <= 4.6 * SECOND
        await again.answer(1, 7, seat_id=77)
        assert isinstance(await asking, Answered)


async def answered(two: Two, bot: Bot, asking: "asyncio.Task[Any]") -> None:
    """The game is over after one answer."""
    await bot.answer(1, 7, seat_id=77)
    await asking
    await two.seat.close(Ending([], 3, -20, "hands", 0))


async def check_told(bot: Bot) -> None:
    """Everything of the seat, and how it ended."""
    await bot.update("resume", 77)
    over = (await bot.update("game_over", 77)).game_over
    assert (over.rank, over.score) == (3, -20)


async def test_a_game_over_that_was_read_is_not_kept() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        await answered(two, bot, asking)
        assert len(two.links.farewells) == 1
        await bot.update("game_over", 77)
        two.seat.mark(1)
        two.gateways[0].hub.beat()
        await until(lambda: not len(two.links.farewells))
        await until(lambda: two.seats_at(0) == 0)


async def test_a_game_over_that_was_not_read_follows_the_bot_to_another_gateway() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        bot.pongs = False
        await answered(two, bot, asking)
        await bot.drop()
        two.directory.addresses = [clients.link for clients in two.clients]
        again = await two.clients[1].seated()
        await check_told(again)
        two.gateways[1].hub.beat()
        await until(lambda: not len(two.links.farewells))
        await until(lambda: two.seats_at(0) + two.seats_at(1) == 0)


async def test_a_game_over_outlives_the_gateway_that_was_told() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        bot.pongs = False
        await answered(two, bot, asking)
        await bot.update("game_over", 77)  # read, but nobody knows
        await two.gateways[0].stop()
        two.directory.addresses = [two.clients[1].link]
        await check_told(await two.clients[1].seated())


async def test_while_the_bot_is_nowhere_its_game_over_waits() -> None:
    async with two_gateways() as two:
        bot, asking = await asked(two)
        bot.pongs = False
        await answered(two, bot, asking)
        await two.gateways[0].stop()
        two.directory.addresses = [two.clients[1].link]  # its row is not gone yet, the bot is
        await asyncio.sleep(0.5)
        assert len(two.links.farewells) == 1
        await check_told(await two.clients[1].seated())

"""A bot at another gateway finds its seats, the time used, and how its games ended."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

import workers.link.unread_game_overs
import workers.play.placement
from arena.gateway.seats import homes
from arena.gateway.server import Gateway
from arena.play import Answered, Ending, Ledger, Lost, Question, TimeControl
from arena.rules import find, legal_actions
from tests.gateway.clients import SECRET, Bot, Clients, dialling, until
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from tests.gateway.standing import StandingClock
from tests.workers.known import Known
from workers.link.link_pool import LinkPool
from workers.play.place import Place
from workers.play.placement import Placement
from workers.play.remote_seat import RemoteSeat

SECOND = 1_000_000
LEGAL = legal_actions(9, [7, 8])


class Journal:
    """It is written, or will be; *waits* counts who waited for it."""

    def __init__(self) -> None:
        self.written = asyncio.Event()
        self.written.set()
        self.waits = 0

    async def wait(self) -> None:
        self.waits += 1
        await self.written.wait()


@dataclass
class Two:
    """Two gateways of one arena, and a worker's seat of version 7 that may be at either."""

    gateways: list[Gateway]
    clients: list[Clients]
    seat: RemoteSeat
    links: LinkPool
    directory: Known
    journal: Journal

    def seats_at(self, gateway: int) -> int:
        return len(self.gateways[gateway].hub.seats)

    async def notices(self, gateway: int) -> None:
        """That no bot is there any more."""
        await until(lambda: not self.gateways[gateway].hub.connected)

    async def looks_again(self) -> None:
        """Twice more: what the worker did about the first look is done."""
        looks = self.directory.looks
        await until(lambda: self.directory.looks >= looks + 2)


@asynccontextmanager
async def two_gateways(clock: StandingClock, grace: float = 60.0) -> AsyncIterator[Two]:
    async with AsyncExitStack() as stack:
        gateways, clients = [], []
        for _ in range(2):
            gateway, reached = await stack.enter_async_context(serving(FewTokens(), grace, clock))
            gateways.append(gateway)
            clients.append(await stack.enter_async_context(dialling(reached)))
        links = LinkPool(SECRET)
        stack.push_async_callback(links.stop)
        rules = find("spades-4")
        ledger = Ledger.resume(rules, bytes(32), TimeControl(5 * SECOND, 60 * SECOND), None)
        directory = Known(clients[0].link)
        place = Place(77, 7, 2, "spades-4", b"")
        journal = Journal()
        seat = RemoteSeat(Placement(place, 0, ledger, links, directory, False, journalled=journal.wait))
        saying = asyncio.create_task(links.unread.run(links, directory))
        stack.callback(saying.cancel)
        yield Two(gateways, clients, seat, links, directory, journal)


def question(number: int) -> Question:
    return Question(number, 0, LEGAL, [], 5 * SECOND, 60 * SECOND, 0, 0, None)


async def asked(two: Two) -> "tuple[Bot, asyncio.Task[Any]]":
    """The bot, asked number 1 at the first gateway."""
    bot = await two.clients[0].seated()
    await two.seat.open([])
    asking = asyncio.create_task(two.seat.ask(question(1)))
    await bot.update("turn", 77)
    return bot, asking


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> StandingClock:
    """Of the gateways and of the worker's seat. Each look that a gateway has at a bot that is away is told at once."""
    monkeypatch.setattr(homes, "REHOME_US", -1)
    monkeypatch.setattr(homes, "SAY_AWAY_US", -1)
    monkeypatch.setattr(workers.link.unread_game_overs, "LOOK", 0.1)
    clock = StandingClock()
    monkeypatch.setattr("workers.play.placement.monotonic", clock.seconds)
    return clock


async def test_a_bot_that_dials_another_gateway_has_its_seat_there_and_the_time_it_used(clock: StandingClock) -> None:
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        clock.run(SECOND)
        await bot.drop()
        again = await two.clients[1].seated()
        two.directory.addresses = [clients.link for clients in two.clients]
        turn = await again.update("turn", 77)
        assert turn.turn.decision.number == 1
        assert turn.clock.move_us == 4 * SECOND
        await again.answer(1, 7, seat_id=77)
        reply = await asking
        assert isinstance(reply, Answered)
        assert reply.think_us == SECOND
        await until(lambda: two.seats_at(0) == 0)
        assert two.seats_at(1) == 1


async def test_a_bot_that_comes_back_where_it_was_goes_on_there(clock: StandingClock) -> None:
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        await bot.drop()
        await two.looks_again()  # as the worker does when it is told that its bot is away
        again = await two.clients[0].seated()
        assert (await again.update("resume", 77)).resume.decision.number == 1
        await again.answer(1, 8, seat_id=77)
        assert isinstance(await asking, Answered)
        assert two.seat.placement.gateway == two.clients[0].link


async def test_a_bot_that_is_nowhere_is_lost_after_the_grace(clock: StandingClock) -> None:
    async with two_gateways(clock, grace=0.7) as two:
        bot, asking = await asked(two)
        two.directory.addresses = [clients.link for clients in two.clients]
        await bot.drop()
        while not asking.done():
            clock.run(SECOND // 10)
            await asyncio.sleep(0.01)
        assert isinstance(await asking, Lost)


async def test_a_seat_that_is_asked_long_after_its_bot_went_elsewhere_is_not_lost(clock: StandingClock) -> None:
    async with two_gateways(clock, grace=1.0) as two:
        bot, asking = await asked(two)
        await bot.answer(1, 7, seat_id=77)
        await asking
        await bot.drop()
        again = await two.clients[1].seated()
        two.directory.addresses = [clients.link for clients in two.clients]
        await two.notices(0)
        clock.run(2 * SECOND)  # its table waits for somebody else, for longer than the grace
        two.gateways[0].hub.tend()
        late = asyncio.create_task(two.seat.ask(question(2)))
        assert (await again.update("turn", 77)).turn.decision.number == 2
        await again.answer(2, 8, seat_id=77)
        assert isinstance(await late, Answered)


async def test_going_back_and_forth_gains_no_time(clock: StandingClock) -> None:
    async with two_gateways(clock) as two:
        two.directory.addresses = [clients.link for clients in two.clients]
        bot, asking = await asked(two)
        left = 65 * SECOND
        for number in (1, 0, 1):
            clock.run(SECOND // 2)
            await bot.drop()
            bot = await two.clients[number].seated()
            limits = (await bot.update("turn", 77)).clock
            left -= SECOND // 2
            assert limits.move_us + limits.bank_us == left
        await bot.answer(1, 7, seat_id=77)
        reply = await asking
        assert isinstance(reply, Answered)
        assert (reply.action, reply.think_us) == (7, 3 * SECOND // 2)


async def test_a_seat_leaves_a_gateway_that_drains_once_its_answers_are_in_the_journal(clock: StandingClock) -> None:
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        await bot.answer(1, 7, seat_id=77)
        await asking
        two.journal.written.clear()
        await two.gateways[0].stop()
        again = await two.clients[1].seated()
        two.directory.addresses = [two.clients[1].link]
        late = asyncio.create_task(two.seat.ask(question(2)))
        await until(lambda: two.journal.waits == 1)
        assert two.seats_at(1) == 0, "who finds the seat there takes it for the one that has all answers"
        two.journal.written.set()
        turn = await again.update("turn", 77)
        assert (turn.turn.decision.number, turn.clock.move_us) == (2, 5 * SECOND)
        await again.answer(2, 8, seat_id=77)
        assert isinstance(await late, Answered)


async def test_a_seat_whose_journal_cannot_be_written_stays_where_it_was(
    clock: StandingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers.play.placement, "JOURNAL_WITHIN", 0.1)
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        two.journal.written.clear()
        clock.run(SECOND // 2)
        await bot.drop()
        two.directory.addresses = [clients.link for clients in two.clients]
        again = await two.clients[1].seated()
        await until(lambda: two.journal.waits > 1)  # once in vain
        assert two.seats_at(1) == 0
        two.journal.written.set()
        assert (await again.update("turn", 77)).clock.move_us == 9 * SECOND // 2
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


async def test_a_game_over_that_was_read_is_not_kept(clock: StandingClock) -> None:
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        await answered(two, bot, asking)
        assert len(two.links.unread) == 1
        await bot.update("game_over", 77)
        two.seat.mark(1)
        two.gateways[0].hub.beat()
        await until(lambda: not len(two.links.unread))
        await until(lambda: two.seats_at(0) == 0)


@pytest.mark.parametrize("lost", ["the bot's stream", "the gateway", "the gateway, and the bot for a while"])
async def test_game_over_that_was_not_read_follows_the_bot_to_another_gateway(clock: StandingClock, lost: str) -> None:
    async with two_gateways(clock) as two:
        bot, asking = await asked(two)
        bot.pongs = False
        await answered(two, bot, asking)
        if lost == "the bot's stream":
            await bot.drop()
        else:
            await bot.update("game_over", 77)  # read, but nobody knows
            await two.gateways[0].stop()
        two.directory.addresses = [clients.link for clients in two.clients]
        if lost == "the gateway, and the bot for a while":
            two.directory.addresses = [two.clients[1].link]  # its row is not gone yet, the bot is
            await two.looks_again()
            assert len(two.links.unread) == 1
        await check_told(await two.clients[1].seated())
        two.gateways[1].hub.beat()
        await until(lambda: not len(two.links.unread))
        await until(lambda: two.seats_at(1) == 0)

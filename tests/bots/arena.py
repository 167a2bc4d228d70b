"""The mock arena of `arena bot check`: each stream is a `Line` that a test reads and writes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arena.rules import Rules, configure, new_game
from arena.wire.actions import action_from_pb
from arena.wire.address import Address, parse_address
from arena.wire.gen import seat_pb2
from bots.check.mock import MockArena, Stream
from bots.check.tables import MockSeat


class Line(Stream):
    """One stream of a bot, after its Hello."""

    async def columns(self, batch: int, data: bytes) -> None:
        await self.write(seat_pb2.ToBot(columns=seat_pb2.Columns(batch=batch, data=data)))

    async def read(self) -> seat_pb2.ToArena:
        message = await super().read()
        assert message, "the bot ended its stream"
        return message

    async def ended(self) -> bool:
        return await super().read() is None

    async def answers(self, count: int = 1) -> list[seat_pb2.Answer]:
        answers: list[seat_pb2.Answer] = []
        while len(answers) < count:
            answers += (await self.read()).answers.answers
        return answers

    async def answer(self) -> seat_pb2.Answer:
        (answer,) = await self.answers()
        return answer


class Arena(MockArena[Line]):
    """Hands each new stream to the test, in order."""

    async def dialled(self) -> Line:
        """The next stream, its Hello read, not welcomed yet."""
        return await self.lines.get()

    async def joined(self) -> Line:
        line = await self.dialled()
        await line.welcome()
        return line


@asynccontextmanager
async def arena() -> AsyncIterator[Arena]:
    arena = Arena(Line)
    await arena.start()
    try:
        yield arena
    finally:
        await arena.stop()


def at(*addresses: str) -> list[Address]:
    """Gateways at these addresses."""
    return [parse_address(address) for address in addresses]


class Table:
    """A game whose seats are all the bot's: seat s has the seat_id 100 + s."""

    def __init__(self, rules: Rules, seed: bytes) -> None:
        self.game = new_game(rules, seed)
        self.seats = [MockSeat(self.game, seat, 100 + seat) for seat in range(rules.seats)]

    @property
    def asked(self) -> MockSeat:
        """The seat that the open decision is for."""
        return self.seats[self.game.to_act]

    def starts(self) -> list[seat_pb2.Update]:
        return [seat.start() for seat in self.seats]

    def ask(self) -> seat_pb2.Update:
        """Return the open decision and the news of its seat."""
        self.asked.begin_decision()
        return self.asked.turn()

    def resume(self) -> seat_pb2.Update:
        """Everything for the seat that is asked."""
        return self.asked.resume()

    def apply(self, answer: seat_pb2.Answer) -> None:
        assert (answer.seat_id, answer.number) == (self.asked.seat_id, self.asked.number)
        self.game.apply(action_from_pb(self.game.kind, answer.action))

    def overs(self) -> list[seat_pb2.Update]:
        return [seat.over() for seat in self.seats]


async def play_hand(line: Line) -> None:
    """Play a hand of pinochle-cutthroat whose seats are all the bot's, and check that it answers a ping then."""
    table = Table(configure("pinochle-cutthroat", options={"format": {"kind": "hands", "count": 1}}), bytes(32))
    await line.update(*table.starts())
    while not table.game.is_over:
        await line.update(table.ask())
        table.apply(await line.answer())
    await line.update(*table.overs())
    await line.ping(1)
    assert (await line.read()).pong.nonce == 1

"""A SeatService that a test speaks for, on a real socket: each stream is a `Line` the test reads and writes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import grpc

from arena.rules import Game, Rules, new_game
from arena.wire.actions import action_from_pb
from arena.wire.address import Address, parse_address
from arena.wire.gen import seat_pb2, seat_pb2_grpc
from arena.wire.seats import game_over_bytes, start_bytes, turn_bytes

MOVE_US = 5_000_000


class Line:
    """One stream of a bot, after its Hello."""

    def __init__(self, context: Any, hello: seat_pb2.Hello) -> None:
        self.hello = hello
        self.token = dict(context.invocation_metadata())["authorization"]
        self.over: asyncio.Future[tuple[grpc.StatusCode, str, tuple[tuple[str, str], ...]]] = (
            asyncio.get_running_loop().create_future()
        )
        self._context = context

    async def welcome(self) -> None:
        await self._context.write(seat_pb2.ToBot(welcome=seat_pb2.Welcome(bot="test@1")))

    async def update(self, *updates: seat_pb2.Update) -> None:
        await self._context.write(seat_pb2.ToBot(batch=seat_pb2.Batch(updates=updates)))

    async def columns(self, batch: int, data: bytes) -> None:
        await self._context.write(seat_pb2.ToBot(columns=seat_pb2.Columns(batch=batch, data=data)))

    async def ping(self, nonce: int) -> None:
        await self._context.write(seat_pb2.ToBot(ping=seat_pb2.Ping(nonce=nonce)))

    async def close(self, closing: seat_pb2.Closing) -> None:
        await self._context.write(seat_pb2.ToBot(closing=closing))
        self.hang_up()

    def hang_up(self, code: grpc.StatusCode = grpc.StatusCode.OK, text: str = "", *advice: tuple[str, str]) -> None:
        self.over.set_result((code, text, advice))

    async def read(self) -> seat_pb2.ToArena:
        message = await self._context.read()
        assert message is not grpc.aio.EOF, "the bot ended its stream"
        return message  # type: ignore[no-any-return]

    async def ended(self) -> bool:
        return await self._context.read() is grpc.aio.EOF

    async def answers(self, count: int = 1) -> list[seat_pb2.Answer]:
        answers: list[seat_pb2.Answer] = []
        while len(answers) < count:
            answers += (await self.read()).answers.answers
        return answers

    async def answer(self) -> seat_pb2.Answer:
        (answer,) = await self.answers()
        return answer


class Arena(seat_pb2_grpc.SeatServiceServicer):
    """Hands each new stream to the test, in order."""

    def __init__(self) -> None:
        self.port = 0
        self._lines: asyncio.Queue[Line] = asyncio.Queue()
        self._server: grpc.aio.Server | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
        seat_pb2_grpc.add_SeatServiceServicer_to_server(self, self._server)
        self.port = self._server.add_insecure_port(self.address)
        await self._server.start()

    async def stop(self) -> None:
        assert self._server is not None
        await self._server.stop(grace=0)

    async def dialled(self) -> Line:
        """The next stream, its Hello read, not welcomed yet."""
        return await self._lines.get()

    async def joined(self) -> Line:
        line = await self.dialled()
        await line.welcome()
        return line

    async def Play(self, _requests: Any, context: Any) -> None:  # type: ignore[override]  # reads and writes itself
        line = Line(context, (await context.read()).hello)
        self._lines.put_nowait(line)
        code, text, advice = await line.over
        if code is not grpc.StatusCode.OK:
            await context.abort(code, text, advice)


@asynccontextmanager
async def arena() -> AsyncIterator[Arena]:
    arena = Arena()
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
        self.rules = rules
        self.game: Game = new_game(rules, seed)
        self.told = [0] * rules.seats
        self.asked = [0] * rules.seats

    def starts(self) -> list[seat_pb2.Update]:
        return [seat_pb2.Update(seat_id=100 + seat, start=self.start(seat)) for seat in range(self.rules.seats)]

    def start(self, seat: int) -> seat_pb2.SeatStart:
        return seat_pb2.SeatStart.FromString(start_bytes(self.rules, seat, 0, MOVE_US, MOVE_US))

    def ask(self) -> seat_pb2.Update:
        """The open decision for its seat, with what the seat was not told yet."""
        seat = self.game.to_act
        events = self.game.events(seat, self.told[seat])
        self.told[seat] += len(events)
        self.asked[seat] += 1
        turn = turn_bytes(events, self.asked[seat], self.game.kind, self.game.legal())
        return seat_pb2.Update(seat_id=100 + seat, turn=seat_pb2.Turn.FromString(turn))

    def resume(self) -> seat_pb2.Update:
        """Everything for the seat that is asked."""
        seat = self.game.to_act
        turn = turn_bytes(self.game.events(seat), self.asked[seat], self.game.kind, self.game.legal())
        whole = seat_pb2.Turn.FromString(turn)
        resume = seat_pb2.Resume(start=self.start(seat), events=whole.events, decision=whole.decision)
        return seat_pb2.Update(seat_id=100 + seat, resume=resume)

    def apply(self, answer: seat_pb2.Answer) -> None:
        seat = self.game.to_act
        assert (answer.seat_id, answer.number) == (100 + seat, self.asked[seat])
        self.game.apply(action_from_pb(self.game.kind, answer.action))

    def overs(self) -> list[seat_pb2.Update]:
        return [seat_pb2.Update(seat_id=100 + seat, game_over=self._over(seat)) for seat in range(self.rules.seats)]

    def _over(self, seat: int) -> seat_pb2.GameOver:
        result = self.game.result()
        events = self.game.events(seat, self.told[seat])
        data = game_over_bytes(events, result.ranks[seat], result.scores[seat], result.ended, 0)
        return seat_pb2.GameOver.FromString(data)

"""Send mutated messages as bots, in rows and in columns."""

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import grpc

from arena.guards.limits import MESSAGE_BYTES
from arena.wire.columns.frame import rows_of, write_actions
from arena.wire.gen import cards_pb2, link_pb2, seat_pb2
from tools.mutated.mutator import Chance, Mutator, parse
from tools.mutated.tally import Tally

PLAY: Final = "/arena.v1.SeatService/Play"
SEATS: Final = 8
MOST: Final = 40  # messages per stream
LOOK: Final = 0.05  # seconds for which a waiting stream waits for questions
VARIANTS: Final = ("spades-4",)


class MadBot:
    """A bot that sends mutated messages, one stream after another; *others*: seats of other bots, which it names."""

    def __init__(
        self, address: str, token: str, is_columnar: bool, chance: Chance, tally: Tally, others: Sequence[int]
    ) -> None:
        self._address, self._token, self._columnar = address, token, is_columnar
        self._chance, self._tally = chance, tally
        self._target = "batches" if is_columnar else "seats"
        self._instance = f"mad-{chance.getrandbits(64):x}"
        self._seats: deque[int] = deque([1], maxlen=SEATS)
        self._open: dict[int, seat_pb2.Decision] = {}
        self._batches: deque[tuple[int, int]] = deque([(1, 1)], maxlen=4)  # number and rows
        self._nonce = 0
        self._is_in = False  # whether it was welcomed
        self._said: deque[seat_pb2.ToArena] = deque(maxlen=20)
        self._mutator = Mutator(chance, others)

    async def run(self, count: int) -> None:
        """Send *count* mutated messages."""
        async with grpc.aio.insecure_channel(self._address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
            while count > 0:
                count -= await self._stream(channel, min(count, self._chance.randrange(1, MOST)))

    async def _stream(self, channel: grpc.aio.Channel, most: int) -> int:
        """Send *most* mutated messages on one stream, or fewer if it ends; return how many."""
        token = self._token if self._chance.random() > 0.01 else "a token that nobody has"
        call: Any = channel.stream_stream(PLAY)(metadata=(("authorization", f"Bearer {token}"),))
        reading = asyncio.create_task(self._read(call))
        self._is_in, sent = False, list[str]()
        with suppress(grpc.aio.AioRpcError, asyncio.InvalidStateError):  # the gateway ended the stream early
            await self._talk(call, most, sent)
            if self._chance.random() < 0.1:
                call.cancel()
            await call.done_writing()
        await reading
        code, said = await call.code(), await call.details() or ""
        if code is grpc.StatusCode.RESOURCE_EXHAUSTED and not self._is_in:  # the gateway read nothing
            await asyncio.sleep(1)
            sent.clear()
        self._tally.add(self._target, sent, code.name, said, ", ".join(sent[-3:]) or "Hello")
        return len(sent)

    async def _talk(self, call: Any, most: int, sent: list[str]) -> None:
        if self._chance.random() <= 0.05:
            kind, data = self._mutator.mutate(self._chance.choice((self._hello(), self._message())))
            await call.write(data)
            sent.append(kind)
            return
        await call.write(self._hello().SerializeToString())
        while len(sent) < most and not call.done():
            if self._chance.random() < 0.1:
                await asyncio.sleep(LOOK)
            if self._chance.random() < 0.1:
                await call.write(self._message().SerializeToString())
            kind, data = self._next()
            await call.write(data)
            sent.append(kind)
            if _is_last(data):
                return

    def _next(self) -> tuple[str, bytes]:
        """Return the next message: mutated, or repeated in the wrong place."""
        if self._chance.random() < 0.15 and self._said:
            return "said again", self._chance.choice(self._said).SerializeToString()
        return self._mutator.mutate(self._message() if self._chance.random() > 0.01 else self._hello())

    def _message(self) -> seat_pb2.ToArena:
        """Return a message that a bot could send now."""
        message = self._made()
        self._said.append(message)
        return message

    def _made(self) -> seat_pb2.ToArena:
        draw = self._chance.random()
        if draw < 0.05:
            return seat_pb2.ToArena(pong=seat_pb2.Pong(nonce=self._nonce))
        if draw < 0.07:
            return seat_pb2.ToArena(resign=seat_pb2.Resign(seat_id=self._chance.choice(self._seats)))
        if self._columnar and draw < 0.9:
            batch, rows = self._chance.choice(self._batches)
            answers = seat_pb2.ColumnAnswers(batch=batch, actions=write_actions([0] * rows))
            return seat_pb2.ToArena(column_answers=answers)
        return seat_pb2.ToArena(answers=seat_pb2.Answers(answers=self._answers()))

    def _answers(self) -> list[seat_pb2.Answer]:
        asked = self._chance.sample(list(self._open.items()), min(3, len(self._open)))
        if not asked:
            asked = [(self._chance.choice(self._seats), seat_pb2.Decision(number=1))]
        return [
            seat_pb2.Answer(seat_id=seat_id, number=decision.number, action=_action(decision))
            for seat_id, decision in asked
        ]

    def _hello(self) -> seat_pb2.ToArena:
        hello = seat_pb2.Hello(instance=self._instance, protocol=1, variants=VARIANTS, max_seats=SEATS)
        hello.columnar = int(self._columnar)
        return seat_pb2.ToArena(hello=hello)

    async def _read(self, call: Any) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            while (data := await call.read()) is not grpc.aio.EOF:
                if message := parse(seat_pb2.ToBot, data):  # not the bytes of a mad worker
                    self._hear(message)

    def _hear(self, message: seat_pb2.ToBot) -> None:
        self._is_in = self._is_in or message.HasField("welcome")
        if message.HasField("ping"):
            self._nonce = message.ping.nonce
        if message.HasField("columns") and len(message.columns.data) >= 8:
            self._batches.append((message.columns.batch, min(1000, rows_of(message.columns.data))))
        for update in message.batch.updates:
            events = update.turn if update.HasField("turn") else update.resume
            self._seats.append(update.seat_id)
            if events.HasField("decision"):
                self._open[update.seat_id] = events.decision
            if update.HasField("game_over"):
                self._open.pop(update.seat_id, None)


def _action(decision: seat_pb2.Decision) -> cards_pb2.Action:
    cards = decision.legal.play.cards
    return cards_pb2.Action(play=cards[0]) if cards else cards_pb2.Action(bid=1)


def _is_last(data: bytes) -> bool:
    """Return whether the stream ends with that message, as the gateway reads it."""
    message = parse(link_pb2.ToArenaEnvelope, data)
    return message is None or message.WhichOneof("message") in (None, "hello") or len(data) > MESSAGE_BYTES

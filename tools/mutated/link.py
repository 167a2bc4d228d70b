"""Send mutated messages to the workers' port, with the link secret and without it.

The gateway trusts a worker with the secret, so such a worker speaks only of its own seats and of mad bots.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from google.protobuf.message import DecodeError, Message

from arena.wire.framed import LENGTH
from arena.wire.gen import link_pb2, seat_pb2
from tests.gateway.messages import columns_of, events_of, turn
from tools.mutated.mutator import HUGE, Chance, Mutator, parse
from tools.mutated.tally import Tally

LINK: Final = "workers' port"
NO_SECRET: Final = "workers' port, no secret"
OWN: Final = 8  # seats
MOST: Final = 60  # messages of a connection
TOKENS: Final = (1, 1, 2, 3)
MINUTE_US: Final = 60_000_000
GAME_OVER: Final = seat_pb2.GameOver(rank=1, score=310, ended="hands").SerializeToString()


class MadWorker:
    """A worker that opens seats for *versions*, one connection after another."""

    def __init__(self, address: str, secret: str, versions: Sequence[int], chance: Chance, tally: Tally) -> None:
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self._secret = secret
        self._target = LINK if secret else NO_SECRET
        self._versions = versions
        self._chance, self._tally = chance, tally
        self._seats = [chance.getrandbits(63) for _ in range(OWN)]
        self._handles: list[int] = [1]
        self._answered = 0
        self._mutator = Mutator(chance, self._seats)
        self._makers = [self._open, self._ask, self._ask, self._tell, self._mark, self._close, self._pending]
        self._makers += [self._ask_columns, self._ask_columns, self._mark_columns]

    async def run(self, count: int) -> None:
        """Send *count* mutated messages."""
        while count > 0:
            count -= await self._connection(min(count, self._chance.randrange(1, MOST)))

    async def _connection(self, most: int) -> int:
        """Send *most* mutated messages on one connection; return how many were sent."""
        reader, writer = await asyncio.open_connection(self._host, self._port)
        reading = asyncio.create_task(self._read(reader))
        sent: list[str] = []
        with suppress(OSError):
            await self._talk(writer, most, sent)
            if self._chance.random() < 0.9:
                self._say(writer, link_pb2.ToGateway(closes=[self._close_of(seat, 2**63 - 1) for seat in self._seats]))
                writer.write_eof()
        if writer.is_closing() or self._chance.random() < 0.1:
            writer.transport.abort()
        await reading
        writer.close()
        self._tally.add(self._target, sent, "closed")
        return len(sent)

    async def _talk(self, writer: asyncio.StreamWriter, most: int, sent: list[str]) -> None:
        hello = link_pb2.LinkHello(protocol=1, secret=self._secret or "guessed")
        if not self._secret or self._chance.random() < 0.05:
            kind, data = self._mutator.mutate(self._chance.choice((hello, self._message())))
            sent.append(kind)
            self._frame(writer, data)
            await writer.drain()
            return
        self._say(writer, hello)
        self._say(writer, link_pb2.ToGateway(opens=[self._opening() for _ in range(3)]))
        while len(sent) < most and not writer.is_closing():
            kind, data = self._next()
            sent.append(kind)
            self._frame(writer, data)
            await writer.drain()
            await asyncio.sleep(0)
            if parse(link_pb2.ToGateway, data) is None:
                return

    def _next(self) -> tuple[str, bytes]:
        """Return a mutated message that names no honest bot."""
        while True:
            kind, data = self._mutator.mutate(self._message())
            message = parse(link_pb2.ToGateway, data) or link_pb2.ToGateway()
            openings = [*message.opens, *(pending.open for pending in message.pending_game_overs)]
            if {opening.version_id for opening in openings} <= {0, *self._versions}:
                return kind, data

    def _message(self) -> link_pb2.ToGateway:
        makers: Any = self._chance.sample(self._makers, self._chance.choice((1, 1, 2)))
        message = link_pb2.ToGateway()
        for make in makers:
            message.MergeFrom(make())
        return message

    def _open(self) -> link_pb2.ToGateway:
        return link_pb2.ToGateway(opens=[self._opening()])

    def _opening(self) -> link_pb2.SeatOpen:
        return link_pb2.SeatOpen(
            seat_id=self._seat(),
            version_id=self._chance.choice(self._versions),
            lease_number=self._lease_number(),
            start=seat_pb2.SeatStart(variant="spades-4", seat=2, seats=4).SerializeToString(),
            events=self._chance.choice((b"", events_of(1, 2))),
            variant="spades-4",
            form=self._chance.choice((0, 0, 1, 2)),  # type: ignore[arg-type]
        )

    def _ask(self) -> link_pb2.ToGateway:
        number, attempt = self._chance.randrange(1, 6), self._chance.choice((0, 0, 0, 1))
        ask = link_pb2.Ask(seat_id=self._seat(), lease_number=self._lease_number(), number=number, attempt=attempt)
        ask.turn = turn(number, 3)
        ask.rejected = seat_pb2.Rejected(number=number, reason="no such card").SerializeToString() if attempt else b""
        ask.move_us = ask.bank_us = MINUTE_US
        return link_pb2.ToGateway(asks=[ask])

    def _tell(self) -> link_pb2.ToGateway:
        tell = link_pb2.Tell(seat_id=self._seat(), lease_number=self._lease_number(), turn=events_of(4))
        return link_pb2.ToGateway(tells=[tell])

    def _mark(self) -> link_pb2.ToGateway:
        mark = link_pb2.Mark(seat_id=self._seat(), lease_number=self._lease_number(), number=self._chance.randrange(6))
        return link_pb2.ToGateway(marks=[mark])

    def _close(self) -> link_pb2.ToGateway:
        return link_pb2.ToGateway(closes=[self._close_of(self._seat(), self._lease_number(), GAME_OVER)])

    def _close_of(self, seat_id: int, lease_number: int, game_over: bytes = b"") -> link_pb2.SeatClose:
        return link_pb2.SeatClose(seat_id=seat_id, lease_number=lease_number, game_over=game_over)

    def _pending(self) -> link_pb2.ToGateway:
        pending = link_pb2.PendingGameOver(open=self._opening(), game_over=GAME_OVER)
        return link_pb2.ToGateway(pending_game_overs=[pending])

    def _ask_columns(self) -> link_pb2.ToGateway:
        asked = [(seat, self._chance.randrange(1, 6)) for seat in self._chance.sample(self._seats, 3)]
        columns = seat_pb2.Columns(batch=self._chance.randrange(1, 100), data=columns_of(*asked))
        ask = link_pb2.ColumnAsk(columns=columns, rows=len(asked), limit_us=MINUTE_US)
        ask.instance = self._chance.choice(self._handles)
        return link_pb2.ToGateway(column_asks=[ask])

    def _mark_columns(self) -> link_pb2.ToGateway:
        mark = link_pb2.ColumnMark(answered=self._answered, keep=self._chance.random() < 0.2)
        mark.keep_seats.extend(self._chance.choice(([], [self._seat()])))
        return link_pb2.ToGateway(column_marks=[mark])

    def _seat(self) -> int:
        return self._chance.choice(self._seats)

    def _lease_number(self) -> int:
        return self._chance.choice(TOKENS)

    def _say(self, writer: asyncio.StreamWriter, message: Message) -> None:
        data = message.SerializeToString()
        writer.write(LENGTH.pack(len(data)) + data)

    def _frame(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        """Write a message behind its length, which may lie."""
        lies = self._chance.random() < 0.01
        writer.write(LENGTH.pack(min(2**32 - 1, self._chance.choice(HUGE)) if lies else len(data)) + data)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError, DecodeError):  # a refusal is no ToWorker
            while True:
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                message = link_pb2.ToWorker.FromString(await reader.readexactly(length))
                self._answered += len(message.columns_answered)
                self._handles += [opened.instance for opened in message.opened if opened.instance]
                del self._handles[:-OWN]

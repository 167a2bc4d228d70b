"""A gateway over a real socket that a test scripts; by default every bot answers legally."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from arena.wire.framed import Framed
from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from tests.workers.raw_bot import choose

SECRET = "the-link-secret"


class ScriptedGateway:
    """`known`: seats it has; `opened`, `asked`, ...: what came in, in order."""

    def __init__(self) -> None:
        self.address = ""
        self.known: set[int] = set()
        self.opened: list[pb.SeatOpen] = []
        self.asked: list[pb.Ask] = []
        self.told: list[pb.Tell] = []
        self.marked: list[pb.Mark] = []
        self.closed: list[pb.SeatClose] = []
        self.keeps_waiting = False  # as when no bot has room yet
        self.waiting = asyncio.Event()
        self.status: pb.OpenStatus.ValueType = pb.OPEN_STATUS_OPEN
        self.answer: Callable[[pb.Ask], pb.Answered | None] = answered
        self.streams: set[Stream] = set()
        self._came = asyncio.Event()

    async def asks(self, count: int) -> None:
        """Wait until so many questions have come."""
        while len(self.asked) < count:
            self._came.clear()
            await self._came.wait()

    def lose_everything(self) -> None:
        """Be killed, and be there again at once."""
        self.known.clear()
        for stream in list(self.streams):
            stream.abort("the gateway is killed")

    def handle(self, message: pb.ToGateway) -> pb.ToWorker:
        self.told += message.tells
        self.marked += message.marks
        self.closed += message.closes
        return pb.ToWorker(
            opened=[opened for opening in message.opens if (opened := self.open(opening))],
            answered=[reply for ask in message.asks if (reply := self.hear(ask))],
        )

    def open(self, opening: pb.SeatOpen) -> pb.SeatOpened | None:
        if self.keeps_waiting:
            self.waiting.set()
            return None
        number, known = opening.lease_number, opening.seat_id in self.known
        if opening.must_be_known and not known:
            return pb.SeatOpened(seat_id=opening.seat_id, status=pb.OPEN_STATUS_NO_INSTANCE, lease_number=number)
        self.opened.append(opening)
        self.known.add(opening.seat_id)
        return pb.SeatOpened(seat_id=opening.seat_id, status=self.status, lease_number=number, known=known)

    def hear(self, ask: pb.Ask) -> pb.Answered | None:
        self.asked.append(ask)
        self._came.set()
        return self.reply(ask)

    def reply(self, ask: pb.Ask) -> pb.Answered | None:
        reply = self.answer(ask)
        if reply:
            reply.seat_id, reply.number, reply.attempt = ask.seat_id, ask.number, ask.attempt
        return reply


class Stream(Framed):
    """A worker's stream to *gateway*."""

    def __init__(self, gateway: ScriptedGateway) -> None:
        super().__init__()
        self._gateway = gateway
        self._is_in = False

    def handle_message(self, message: bytes) -> None:
        if self._is_in:
            self.send(self._gateway.handle(pb.ToGateway.FromString(message)).SerializeToString())
            return
        self._is_in = True
        self._gateway.streams.add(self)
        assert pb.LinkHello.FromString(message).secret == SECRET
        self.send(pb.LinkWelcome(protocol=1).SerializeToString())

    def handle_end(self, why: str) -> None:
        self._gateway.streams.discard(self)


def answered(ask: pb.Ask) -> pb.Answered | None:
    decision = seat_pb2.Turn.FromString(ask.turn).decision
    return pb.Answered(action=choose(decision).SerializeToString(), think_us=1000)


@asynccontextmanager
async def serving(gateway: ScriptedGateway, tls: ssl.SSLContext | None = None) -> AsyncIterator[ScriptedGateway]:
    """Serve *gateway* on its last port or a free one; break its streams at the end."""
    port = int(gateway.address.rpartition(":")[2] or 0)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Stream(gateway), "127.0.0.1", port, ssl=tls)
    gateway.address = f"{'tls://' if tls else ''}127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield gateway
    finally:
        server.close()
        for stream in list(gateway.streams):
            stream.abort("the test ends")

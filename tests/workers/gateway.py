"""A gateway that does what a test tells it, over a real socket; if not told, every bot answers something legal."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from grpc import aio

from arena.wire.gen import link_pb2 as pb
from arena.wire.gen import seat_pb2
from arena.wire.gen.link_pb2_grpc import LinkServiceServicer, add_LinkServiceServicer_to_server
from tests.workers.raw_bot import choose

SECRET = "the-link-secret"


class ScriptedGateway(LinkServiceServicer):
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
        self._came = asyncio.Event()

    async def asks(self, count: int) -> None:
        """Wait until so many questions have come."""
        while len(self.asked) < count:
            self._came.clear()
            await self._came.wait()

    async def Link(self, request_iterator: AsyncIterator[pb.ToGateway], context: Any) -> AsyncIterator[pb.ToWorker]:
        assert ("authorization", f"Bearer {SECRET}") in [tuple(pair) for pair in context.invocation_metadata()]
        async for message in request_iterator:
            self.told += message.tells
            self.marked += message.marks
            self.closed += message.closes
            replies = pb.ToWorker(
                opened=[opened for opening in message.opens if (opened := self.open(opening))],
                answered=[reply for ask in message.asks if (reply := self.hear(ask))],
            )
            if replies.ByteSize():
                yield replies

    def open(self, opening: pb.SeatOpen) -> pb.SeatOpened | None:
        if self.keeps_waiting:
            self.waiting.set()
            return None
        self.opened.append(opening)
        known = opening.seat_id in self.known
        self.known.add(opening.seat_id)
        return pb.SeatOpened(seat_id=opening.seat_id, status=self.status, token=opening.token, known=known)

    def hear(self, ask: pb.Ask) -> pb.Answered | None:
        self.asked.append(ask)
        self._came.set()
        reply = self.answer(ask)
        if reply:
            reply.seat_id, reply.number, reply.attempt = ask.seat_id, ask.number, ask.attempt
        return reply


def answered(ask: pb.Ask) -> pb.Answered | None:
    decision = seat_pb2.Turn.FromString(ask.turn).decision
    return pb.Answered(action=choose(decision).SerializeToString(), think_us=1000)


@asynccontextmanager
async def serving(gateway: ScriptedGateway) -> AsyncIterator[ScriptedGateway]:
    """*gateway* on the port it had, or a free one; its streams break at the end."""
    server = aio.server()
    add_LinkServiceServicer_to_server(gateway, server)
    port = server.add_insecure_port(gateway.address or "127.0.0.1:0")
    gateway.address = f"127.0.0.1:{port}"
    await server.start()
    try:
        yield gateway
    finally:
        await server.stop(None)

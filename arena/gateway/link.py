"""LinkService: workers open seats, ask, tell, mark and close."""

import asyncio
import logging
from typing import Any

import grpc

from arena.gateway.auth import Context, check_worker
from arena.gateway.hub import DRAINED_MS, Hub
from arena.gateway.refused import Refused, refuse
from arena.gateway.worker_stream import WorkerStream
from arena.wire.gen import link_pb2

log = logging.getLogger("arena.gateway")


def add_link_service(server: grpc.aio.Server, hub: Hub, secret: str) -> None:
    """Let *server* answer LinkService to those who show *secret*."""
    link: Any = LinkService(hub, secret).link
    handler: grpc.RpcMethodHandler[Any, Any] = grpc.stream_stream_rpc_method_handler(
        link,
        request_deserializer=link_pb2.ToGateway.FromString,
        response_serializer=link_pb2.ToWorker.SerializeToString,
    )
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.v1.LinkService", {"Link": handler}),))


class LinkService:
    """Workers' streams on *hub*."""

    def __init__(self, hub: Hub, secret: str) -> None:
        self._hub = hub
        self._secret = secret

    async def link(self, _requests: object, context: Context) -> None:
        """A worker's stream. It ends with OK when the worker half-closes."""
        try:
            check_worker(self._secret, context)
            if self._hub.draining:
                raise Refused(grpc.StatusCode.UNAVAILABLE, "this gateway is about to stop", retry_ms=DRAINED_MS)
        except Refused as refused:
            await refuse(context, refused)
        link = WorkerStream()
        self._hub.link(link)
        log.info("worker connected")
        reader = asyncio.ensure_future(self._read(link, context))
        writer = asyncio.ensure_future(link.pump.run(context.write))
        try:
            await asyncio.wait({reader, writer}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hub.unlink(link)
            reader.cancel()
            await link.pump.stop(writer)
            log.info("worker left")
        for task in (reader, writer):
            if task.done() and not task.cancelled():
                task.result()

    async def _read(self, link: WorkerStream, context: Context) -> None:
        while (message := await context.read()) is not grpc.aio.EOF:
            self._handle(link, message)

    def _handle(self, link: WorkerStream, message: link_pb2.ToGateway) -> None:
        hub = self._hub
        for opening in message.opens:
            hub.open(link, opening)
        for tell in message.tells:
            hub.tell(link, tell)
        for ask in message.asks:
            hub.ask(link, ask)
        for mark in message.marks:
            hub.mark(mark)
        for close in message.closes:
            hub.close(close)
        for farewell in message.farewells:
            hub.farewell(link, farewell)
        for columns in message.column_asks:
            hub.ask_columns(link, columns)
        for columns_mark in message.column_marks:
            hub.mark_columns(link, columns_mark)

"""Call the arena's gRPC API for a runner; wait while no gateway answers."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import count
from typing import Any, Final

import grpc
from google.protobuf.message import Message

from arena.wire.address import Address
from arena.wire.gen import bundles_pb2 as pb
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub

log = logging.getLogger("arena.runner")

WITHIN: Final = 30.0  # seconds to wait for an answer
AGAIN: Final = 1.0  # seconds until a failed call is repeated
GONE: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.RESOURCE_EXHAUSTED)


class ArenaClient:
    """A runner's calls of ArenaService. Each raises `grpc.aio.AioRpcError` only for a final refusal."""

    def __init__(self, addresses: Sequence[Address], token: str) -> None:
        self._addresses = addresses
        self._turn = 0
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._channel: grpc.aio.Channel | None = None

    async def work(self, checking: str) -> pb.GetRunnerWorkResponse:
        """Return the runner's work. *checking*: the version that it checks now, as "simple@2", or ""."""
        asked = pb.GetRunnerWorkRequest(takes_check=not checking, checking=checking)
        answer: pb.GetRunnerWorkResponse = await self._ask("GetRunnerWork", asked)
        return answer

    async def archive(self, hash: str) -> bytes:
        """Return the archive of the bundle whose content has the hex *hash*."""
        parts: list[bytes] = []
        for index in count():
            part = (await self._ask("GetBundlePart", pb.GetBundlePartRequest(hash=hash, index=index))).data
            if not part:
                return b"".join(parts)
            parts.append(part)
        raise AssertionError

    async def report(self, bot: str, passed: bool, reason: str, report: str) -> None:
        """Report the result of the check of version *bot*: *reason* in one line, and the output *report*."""
        reason, report = reason.replace("\0", "\ufffd"), report.replace("\0", "\ufffd")
        request = pb.ReportCheckRequest(bot=bot, passed=passed, reason=reason, report=report)
        await self._ask("ReportCheck", request)

    async def keep(self, bot: str, log: pb.SeatLog) -> None:
        """Store the log of a seat's process of version *bot*."""
        await self._ask("AddSeatLog", pb.AddSeatLogRequest(bot=bot, log=log))

    async def close(self) -> None:
        """Close the connection to the arena."""
        if self._channel is not None:
            await self._channel.close()

    async def _ask(self, call: str, request: Message) -> Any:
        while True:
            if self._channel is None:
                self._channel = self._addresses[self._turn % len(self._addresses)].aio_channel(())
            try:
                stub: Any = ArenaServiceStub(self._channel)
                return await getattr(stub, call)(request, metadata=self._metadata, timeout=WITHIN)
            except grpc.aio.AioRpcError as problem:
                if problem.code() not in GONE:
                    raise
                log.debug("%s: %s", call, problem.details())
                await self._channel.close()
                self._channel, self._turn = None, self._turn + 1
                await asyncio.sleep(AGAIN)

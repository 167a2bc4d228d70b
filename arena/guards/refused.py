"""A refused call, and what its caller is to do about it."""

from typing import Any, NoReturn

import grpc

from arena.wire.refusals import refusal_metadata


class Refused(Exception):
    """A call cannot go on: its status, one line for who called, and when to dial again (None: not as it is)."""

    def __init__(self, code: grpc.StatusCode, line: str, retry_ms: int | None = None) -> None:
        super().__init__(line)
        self.code = code
        self.line = line
        self.retry_ms = retry_ms


async def refuse(context: "grpc.aio.ServicerContext[Any, Any]", refused: Refused) -> NoReturn:
    """End the call as *refused* says."""
    await context.abort(refused.code, refused.line, refusal_metadata(refused.retry_ms))
    raise AssertionError("abort raises")

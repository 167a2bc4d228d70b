"""A refused call, and what its caller should do next."""

from typing import Any, NoReturn

import grpc

from arena.escapes import escaped
from arena.wire.refusals import refusal_metadata


class Refused(Exception):
    """A call cannot go on: its status, and one line why."""

    def __init__(self, code: grpc.StatusCode, line: str, retry_ms: int | None = None) -> None:
        super().__init__(line)
        self.code = code
        self.line = line
        self.retry_ms = retry_ms  # when to dial again; None: not before something is changed


async def refuse(context: "grpc.aio.ServicerContext[Any, Any]", refused: Refused) -> NoReturn:
    await context.abort(refused.code, escaped(refused.line), refusal_metadata(refused.retry_ms))
    raise AssertionError("abort raises")

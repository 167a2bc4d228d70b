"""The gRPC services that need no token: health checks and server reflection."""

from collections.abc import AsyncIterator
from typing import Any

from grpc_health.v1 import health
from grpc_reflection.v1alpha import reflection

from arena.guards.auth import Context, RefusedError, refuse
from arena.guards.buckets import UnknownCallers
from arena.guards.proxies import Proxies


class Health(health.aio.HealthServicer):
    """gRPC health checks; the caller of an open `Watch` counts as an unknown caller."""

    def __init__(self, strangers: UnknownCallers, proxies: Proxies) -> None:
        super().__init__()
        self._strangers, self._proxies = strangers, proxies

    async def Watch(self, request: Any, context: Context) -> None:
        try:
            with self._strangers.track_caller(self._proxies.caller_of(context)):
                await super().Watch(request, context)
        except RefusedError as refused:
            await refuse(context, refused)


class Reflection(reflection.aio.ReflectionServicer):
    """gRPC server reflection; the caller of an open call counts as an unknown caller."""

    def __init__(self, names: tuple[str, ...], strangers: UnknownCallers, proxies: Proxies) -> None:
        super().__init__(names)
        self._strangers, self._proxies = strangers, proxies

    # The stubs declare a coroutine, but the method is an asynchronous generator.
    async def ServerReflectionInfo(self, requests: Any, context: Context) -> AsyncIterator[Any]:  # type: ignore[override]
        try:
            with self._strangers.track_caller(self._proxies.caller_of(context)):
                answers: Any = super().ServerReflectionInfo(requests, context)
                async for answer in answers:
                    yield answer
        except RefusedError as refused:
            await refuse(context, refused)

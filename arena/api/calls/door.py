"""Admit callers of ArenaService.

Who calls is known, and may call so often, before a byte of the request is read.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from arena.api.calls.audited import answered
from arena.api.calls.call import Call, Operation
from arena.api.calls.callers import Scopes, caller_of
from arena.api.calls.rates import CALLS_RETRY_MS, Rates, counted_as
from arena.api.calls.refusals import PROBLEMS, invalid, refuse_nul, refused
from arena.api.calls.streams import while_let_in
from arena.guards.limits import HELLO_WAIT, STREAMS
from arena.guards.live_tokens import LiveTokens
from arena.guards.monotonic import monotonic_us
from arena.guards.proxies import Proxies
from arena.guards.refused import Refused, refuse
from arena.guards.strangers import Strangers
from arena.store import Store
from arena.store.accounts.rows import Principal

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Door:
    """Admits callers, each to the operations that are open to it."""

    def __init__(self, store: Store, wake: Callable[[int], None], live: LiveTokens, proxies: Proxies) -> None:
        self._store = store
        self._wake = wake
        self._live = live
        self._proxies = proxies
        self._strangers = Strangers(monotonic_us)
        self._rates = Rates()
        self._streams: Counter[int | None] = Counter()

    def open(self, service: ServiceDescriptor, operations: Mapping[str, Operation]) -> grpc.GenericRpcHandler:
        """Return the handler of all calls of *service*.

        Each is answered by the operation of its name.
        """
        handlers = {method.name: self._handler(method, operations[method.name]) for method in service.methods}
        return grpc.method_handlers_generic_handler(service.full_name, handlers)

    def _handler(self, method: MethodDescriptor, operation: Operation) -> Handler:
        """Return the handler of one method.

        To the server every method takes a stream of requests, in which there is one: so the request
        is not read before we say so.
        """

        async def one(_requests: object, context: Context) -> Message:
            try:
                call = await self._let_in(method, operation.scopes, context)
                async with self._rates.turn(call.caller, self._proxies.caller_of(context)):
                    answer: Message = await answered(method.name, operation, call)
                return answer
            except PROBLEMS as problem:
                await refuse(context, refused(problem))

        async def many(_requests: object, context: Context) -> None:
            try:
                call = await self._let_in(method, operation.scopes, context)
                with self._one_more_stream(call.caller):
                    async for message in while_let_in(self._live, call.caller, operation.answer(call)):
                        await context.write(message)
            except PROBLEMS as problem:
                await refuse(context, refused(problem))

        written = GetMessageClass(method.output_type).SerializeToString
        if method.server_streaming:
            return grpc.stream_stream_rpc_method_handler(cast(Any, many), response_serializer=written)
        return grpc.stream_unary_rpc_method_handler(cast(Any, one), response_serializer=written)

    async def _let_in(self, method: MethodDescriptor, scopes: Scopes, context: Context) -> Call[Any]:
        """Return the call, once it is known who calls.

        The request is read last. Raises `PROBLEMS`.
        """
        address = self._proxies.caller_of(context)
        if scopes is Scopes.ANYBODY:
            caller = Principal("anybody")
            self._rates.count_address(address)
        else:
            with self._strangers.one_more(address):
                caller = await caller_of(self._store, context.invocation_metadata() or (), scopes)
            self._rates.count(caller)
        return Call(self._store, self._wake, caller, await _request(method, context))

    @contextmanager
    def _one_more_stream(self, caller: Principal) -> Iterator[None]:
        """Count an answer that goes on while the block runs.

        Raises `Refused` where the caller has `STREAMS` of them open.
        """
        who = counted_as(caller)
        if self._streams[who] >= STREAMS:
            line = f"{STREAMS} answers that go on (watches, exports) are open at once: end one of them first"
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, line, CALLS_RETRY_MS)
        self._streams[who] += 1
        try:
            yield
        finally:
            self._streams[who] -= 1
            self._streams += Counter()  # drops those with none left


async def _request(method: MethodDescriptor, context: Context) -> Message:
    """Read the one request of a call.

    Raises `Refused` where none comes within `HELLO_WAIT` seconds, it is not of the method's type,
    or a text in it has a NUL character.
    """
    try:
        async with asyncio.timeout(HELLO_WAIT):
            data = await context.read()
    except TimeoutError:
        raise invalid(f"no request came within {HELLO_WAIT:.0f} s of the call") from None
    try:
        request = GetMessageClass(method.input_type).FromString(b"" if data is grpc.aio.EOF else data)
    except DecodeError:
        raise invalid(f"a request that is no {method.input_type.name}") from None
    refuse_nul(request)
    return request

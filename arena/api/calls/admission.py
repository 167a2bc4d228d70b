"""Admit, bound, note and answer calls."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeAlias, cast
from weakref import WeakValueDictionary

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.api.calls.call import PROBLEMS, Call, Operation, Scopes, caller_of, invalid, refuse_nul, refused
from arena.api.calls.streams import while_let_in
from arena.escapes import cut, escaped
from arena.guards.auth import LiveTokens, Refused, refuse
from arena.guards.buckets import Buckets, Strangers, monotonic_us
from arena.guards.limits import CALLS_AT_ONCE, CALLS_BURST, CALLS_RATE, HELLO_WAIT, STREAMS
from arena.guards.proxies import Proxies
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.errors import StoreUnavailable
from arena.wire.gen.arena_pb2 import DESCRIPTOR

CALLS_RETRY_MS: Final = 1000


class Rates:
    """The calls of each owner, of all operators together, and of each address that shows no token."""

    def __init__(self) -> None:
        self._calls: Buckets[int | str | None] = Buckets(CALLS_BURST, CALLS_RATE, monotonic_us)
        self._turns: WeakValueDictionary[tuple[str, int | str], asyncio.Semaphore] = WeakValueDictionary()

    def turn(self, caller: Principal, address: str = "") -> asyncio.Semaphore:
        """Return what a call of *caller* holds while it runs: `CALLS_AT_ONCE` may, the others wait.

        *address* tells apart the callers who are not owners. A call may compute for a second: those of
        one caller must not take all threads and connections.
        """
        key = (caller.scope, counted_as(caller) or address)
        return self._turns.setdefault(key, asyncio.Semaphore(CALLS_AT_ONCE))

    def count(self, caller: Principal) -> None:
        """Count a call of somebody who is known. Raises `Refused` where there were too many."""
        self._count(counted_as(caller), "with this token")

    def count_address(self, address: str) -> None:
        """Count a call that takes no token. Raises `Refused` where there were too many."""
        self._count(address, "from this address")

    def _count(self, key: int | str | None, by: str) -> None:
        if not self._calls.take(key):
            line = f"more than {CALLS_RATE} calls a second {by}: wait a moment, then call again"
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, line, CALLS_RETRY_MS)


def counted_as(caller: Principal) -> int | None:
    """Return by whom calls are counted.

    An owner's id, or None for all operators together.
    """
    return caller.owner_id if caller.scope == "owner" else None


CHANGING: Final = frozenset(
    method.name
    for method in DESCRIPTOR.services_by_name["ArenaService"].methods
    if method.GetOptions().idempotency_level != MethodOptions.NO_SIDE_EFFECTS
)
# The fields that say what an act is about. Any other may hold a secret, as masters, nonces and codes do.
TOLD: Final = (
    *("name", "id", "kind", "label", "reason", "scope"),
    *("owner", "bot", "bots", "version", "new_bot", "old_bot", "one", "other", "opponent", "fillers"),
    *("variant", "variants", "boards", "rounds", "tables", "pool", "priority", "retry", "allow_same_owner"),
)
LONGEST: Final = 400  # characters, as the table has it


async def answered(name: str, operation: Operation, call: Call[Any]) -> Any:
    """Return the one answer of the call *name*.

    Raises as the operation does, and `StoreUnavailable` where an act could not be noted: it is then
    not done.
    """
    if call.caller.scope != "operator" or name not in CHANGING:
        return await operation.answer(call)
    acts = call.store.accounts
    act = await acts.begin_act(call.caller.token_id, name, about(call.request))
    outcome = "begun"
    try:
        answer = await operation.answer(call)
        outcome = "done"
        return answer
    except PROBLEMS as problem:
        outcome = refused(problem).code.name.lower()
        raise
    finally:
        with suppress(StoreUnavailable):
            await acts.end_act(act, outcome)


def about(request: Message) -> str:
    """Tell what a request is about: those of its fields that say it, cut."""
    return " ".join(_told(request))[:LONGEST]


def _told(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.message_type is not None and not field.is_repeated:
            yield from _told(value)
        elif field.name in TOLD:
            yield f"{field.name}={len(value) if field.message_type else cut(escaped(str(value)))}"


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

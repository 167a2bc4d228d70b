"""Authenticate callers, limit their rates, log operators' acts, and answer calls."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, NoReturn, TypeAlias, TypeVar, cast
from weakref import WeakValueDictionary

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.api.calls.call import PROBLEMS, Call, Operation, Scopes, find_caller, invalid, refuse_nul, to_refusal
from arena.escapes import clip, escape
from arena.guards.auth import LiveTokens, RefusedError, refuse
from arena.guards.buckets import Buckets, UnknownCallers, monotonic_us
from arena.guards.limits import CALLS_AT_ONCE, CALLS_BURST, CALLS_RATE, HELLO_WAIT, STREAMS
from arena.guards.proxies import Proxies
from arena.logs import begin_request
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.errors import StoreUnavailableError
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from arena.wire.refusals import REQUEST_ID

log = logging.getLogger(__name__)
CALLS_RETRY_MS: Final = 1000


class Rates:
    """Limits calls: per owner, for all operators together, and per address for calls without a token."""

    def __init__(self) -> None:
        self._calls: Buckets[int | str | None] = Buckets(CALLS_BURST, CALLS_RATE, monotonic_us)
        self._turns: WeakValueDictionary[tuple[str, int | str], asyncio.Semaphore] = WeakValueDictionary()

    def turn(self, caller: Principal, address: str = "") -> asyncio.Semaphore:
        """Return the semaphore that a call holds while it runs; it lets `CALLS_AT_ONCE` calls of a caller run.

        *address*: distinguishes callers who are not owners. A call may compute for a second, and the calls of one
        caller must not occupy all threads and connections.
        """
        key = (caller.scope, _owner_of(caller) or address)
        return self._turns.setdefault(key, asyncio.Semaphore(CALLS_AT_ONCE))

    def count(self, caller: Principal) -> None:
        """Count a call of an authenticated caller. Raises `RefusedError` above the limit."""
        self._count(_owner_of(caller), "with this token")

    def count_address(self, address: str) -> None:
        """Count a call without a token. Raises `RefusedError` above the limit."""
        self._count(address, "from this address")

    def _count(self, key: int | str | None, by: str) -> None:
        if not self._calls.take(key):
            line = f"more than {CALLS_RATE} calls a second {by}: wait a moment, then call again"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, CALLS_RETRY_MS)


def _owner_of(caller: Principal) -> int | None:
    """Return the id of the owner whose calls are counted together; None for operators and all others."""
    return caller.owner_id if caller.scope == "owner" else None


CHANGING: Final = frozenset(
    method.name
    for method in DESCRIPTOR.services_by_name["ArenaService"].methods
    if method.GetOptions().idempotency_level != MethodOptions.NO_SIDE_EFFECTS
)
# The fields of requests that are logged with an act. Other fields may contain secrets: masters, nonces, codes.
LOGGED_FIELDS: Final = (
    *("name", "id", "kind", "label", "reason", "scope"),
    *("owner", "bot", "bots", "version", "new_bot", "old_bot", "one", "other", "opponent", "fillers"),
    *("variant", "variants", "boards", "rounds", "tables", "pool", "priority", "retry", "dry_run", "allow_same_owner"),
)
LONGEST: Final = 400  # characters of a logged request, as in the database table


async def run_operation(name: str, operation: Operation, call: Call[Any]) -> Any:
    """Run operation *name* and return its answer; log it as an act if an operator changes something.

    Raises the errors of the operation. Raises `StoreUnavailableError`, and does nothing, if the act cannot be logged.
    """
    changes = name in CHANGING and (name != "GetBotStatus" or call.request.retry)  # a status changes nothing else
    if call.caller.scope != "operator" or not changes:
        return await operation.answer(call)
    acts = call.store.accounts
    act = await acts.begin_act(call.caller.token_id, name, describe_request(call.request))
    outcome = "begun"
    try:
        answer = await operation.answer(call)
        outcome = "done"
        return answer
    except PROBLEMS as problem:
        outcome = to_refusal(problem).code.name.lower()
        raise
    finally:
        with suppress(StoreUnavailableError):
            await acts.end_act(act, outcome)


def describe_request(request: Message) -> str:
    """Return the `LOGGED_FIELDS` of a request as text of at most `LONGEST` characters."""
    return " ".join(_describe_fields(request))[:LONGEST]


def _describe_fields(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.message_type is not None and not field.is_repeated:
            yield from _describe_fields(value)
        elif field.name in LOGGED_FIELDS:
            yield f"{field.name}={len(value) if field.message_type else clip(escape(str(value)))}"


T = TypeVar("T")


async def _yield_while_valid(live: LiveTokens, caller: Principal, answers: AsyncIterator[T]) -> AsyncIterator[T]:
    """Yield *answers* while the caller's token is valid. Raises `RefusedError` when it is revoked or expires."""
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    with live.follow(caller.token_id, lambda line: None if ended.done() else ended.set_result(line)):
        while True:
            following = asyncio.ensure_future(anext(answers, None))
            try:
                await asyncio.wait(set[asyncio.Future[Any]]((following, ended)), return_when=asyncio.FIRST_COMPLETED)
                if ended.done():
                    raise RefusedError(StatusCode.UNAUTHENTICATED, ended.result())
                answer = following.result()
                if answer is None:
                    return
                yield answer
            finally:
                following.cancel()


Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Admission:
    """Authenticates callers, and calls the operations that the callers' scopes permit."""

    def __init__(self, store: Store, wake: Callable[[int], None], live: LiveTokens, proxies: Proxies) -> None:
        self._store = store
        self._wake = wake
        self._live = live
        self._proxies = proxies
        self._strangers = UnknownCallers(monotonic_us)
        self._rates = Rates()
        self._streams: Counter[int | None] = Counter()

    def make_handler(self, service: ServiceDescriptor, operations: Mapping[str, Operation]) -> grpc.GenericRpcHandler:
        """Return the gRPC handler of all methods of *service*. *operations*: by the method's name."""
        handlers = {method.name: self._handler(method, operations[method.name]) for method in service.methods}
        return grpc.method_handlers_generic_handler(service.full_name, handlers)

    def _handler(self, method: MethodDescriptor, operation: Operation) -> Handler:
        """Return a method's handler. Requests are streams, so that none is read before authentication."""

        async def one(_requests: object, context: Context) -> Message:
            context.set_trailing_metadata(((REQUEST_ID, begin_request()),))
            try:
                call = await self._admit(method, operation.scopes, context)
                async with self._rates.turn(call.caller, self._proxies.caller_of(context)):
                    answer: Message = await run_operation(method.name, operation, call)
                log.debug("%s is answered", method.name)
                return answer
            except PROBLEMS as problem:
                await _refuse(method, problem, context)

        async def many(_requests: object, context: Context) -> None:
            context.set_trailing_metadata(((REQUEST_ID, begin_request()),))
            try:
                call = await self._admit(method, operation.scopes, context)
                with self._track_stream(call.caller):
                    async for message in _yield_while_valid(self._live, call.caller, operation.answer(call)):
                        await context.write(message)
            except PROBLEMS as problem:
                await _refuse(method, problem, context)

        serialize = GetMessageClass(method.output_type).SerializeToString
        if method.server_streaming:
            return grpc.stream_stream_rpc_method_handler(cast(Any, many), response_serializer=serialize)
        return grpc.stream_unary_rpc_method_handler(cast(Any, one), response_serializer=serialize)

    async def _admit(self, method: MethodDescriptor, scopes: Scopes, context: Context) -> Call[Any]:
        """Return a call whose caller is authenticated; only then read its request. Raises `PROBLEMS`."""
        address = self._proxies.caller_of(context)
        if scopes is Scopes.ANYBODY:
            caller = Principal("anybody")
            self._rates.count_address(address)
        else:
            with self._strangers.track_caller(address):
                caller = await find_caller(self._store, context.invocation_metadata() or (), scopes)
            self._rates.count(caller)
        log.debug("%s by %s token %d", method.name, caller.scope, caller.token_id)
        return Call(self._store, self._wake, caller, await _read_request(method, context))

    @contextmanager
    def _track_stream(self, caller: Principal) -> Iterator[None]:
        """Count a streamed answer while the block runs. Raises `RefusedError` if the caller has `STREAMS` open."""
        owner = _owner_of(caller)
        if self._streams[owner] >= STREAMS:
            line = f"{STREAMS} streamed answers (watches, exports) are open: end one of them first"
            raise RefusedError(grpc.StatusCode.RESOURCE_EXHAUSTED, line, CALLS_RETRY_MS)
        self._streams[owner] += 1
        try:
            yield
        finally:
            self._streams[owner] -= 1
            self._streams += Counter()  # deletes counts of zero


async def _refuse(method: MethodDescriptor, problem: Exception, context: Context) -> NoReturn:
    refusal = to_refusal(problem)
    log.debug("%s is refused: %s %s", method.name, refusal.code.name, refusal.line)
    await refuse(context, refusal)


async def _read_request(method: MethodDescriptor, context: Context) -> Message:
    """Return the only request. Raises `RefusedError` if it is late (`HELLO_WAIT`), malformed or has a NUL."""
    try:
        async with asyncio.timeout(HELLO_WAIT):
            data = await context.read()
    except TimeoutError:
        raise invalid(f"no request came within {HELLO_WAIT:.0f} s of the call; send it at once") from None
    try:
        request = GetMessageClass(method.input_type).FromString(b"" if data is grpc.aio.EOF else data)
    except DecodeError:
        raise invalid(f"the request is not a valid {method.input_type.name}; use this arena's proto files") from None
    refuse_nul(request)
    return request

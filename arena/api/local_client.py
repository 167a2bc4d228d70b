"""Answer calls of ArenaService within this process, for the web page, and sign people in to it with a token."""

import secrets
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Any, Final

from google.protobuf.message import Message

from arena.api.calls.admission import Rates, run_operation
from arena.api.calls.call import PROBLEMS, Call, Operation, Scopes, find_caller, make_denial, refuse_nul, to_refusal
from arena.api.operations import OPERATIONS
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.tokens import digest

READER: Final = Principal("reader", owner_id=0)  # no owner has the id 0, so a reader owns nothing


class LocalClient:
    """Answers calls of authenticated callers. *wake*: sends wake-ups to workers without blocking."""

    def __init__(self, store: Store, wake: Callable[[int], None]) -> None:
        self._store = store
        self._wake = wake
        self._rates = Rates()

    async def ask(self, request: Message, caller: Principal = READER) -> Any:
        """Return the answer to a request message of ArenaService.

        Calls of owners and operators are limited as at the gateways; those of readers are not. Raises `RefusedError`.
        """
        with _refusing():
            call = Call(self._store, self._wake, caller, request)
            operation = self._operation(request, caller)
            if caller.scope not in Scopes.PEOPLE.value:
                return await run_operation(_name(request), operation, call)
            async with self._rates.turn(caller):
                return await run_operation(_name(request), operation, call)

    async def follow(self, request: Message, caller: Principal = READER) -> AsyncGenerator[Any, None]:
        """Yield the answers of a streaming call. Raises `RefusedError`."""
        try:
            answer = self._operation(request, caller).answer
            async for message in answer(Call(self._store, self._wake, caller, request)):
                yield message
        except PROBLEMS as problem:
            raise to_refusal(problem) from None

    async def pages(self, request: Any, caller: Principal = READER) -> AsyncGenerator[Any, None]:
        """Yield one answer for each page of a list. Raises `RefusedError`."""
        while True:
            answer = await self.ask(request, caller)
            yield answer
            request.page_token = answer.next_page_token
            if not request.page_token:
                return

    async def look(self, request: Message, caller: Principal = READER) -> Any:
        """Return the first answer of a streaming call. Raises `RefusedError`."""
        async with aclosing(self.follow(request, caller)) as answers:
            return await anext(answers)

    def _operation(self, request: Message, caller: Principal) -> Operation:
        operation = OPERATIONS[_name(request)]
        if operation.scopes is not Scopes.ANYBODY and caller.scope not in operation.scopes.value:
            raise make_denial(caller, operation.scopes)
        if caller.scope in Scopes.PEOPLE.value:
            self._rates.count(caller)
        refuse_nul(request)
        return operation


def _name(request: Message) -> str:
    return request.DESCRIPTOR.name.removesuffix("Request")


class Sessions:
    """Begins and ends sessions. Its methods raise `RefusedError`, also if the database is unavailable."""

    def __init__(self, store: Store) -> None:
        self._accounts = store.accounts
        self._store = store

    async def sign_in(self, token: str) -> tuple[str, Principal]:
        """Begin a session of an owner or operator; return the session's secret id and the principal."""
        with _refusing():
            caller = await find_caller(self._store, (("authorization", f"Bearer {token}"),), Scopes.PEOPLE)
            session = secrets.token_urlsafe(32)
            await self._accounts.add_session(digest(session), caller.token_id)
        return session, caller

    async def find_caller(self, session: str) -> Principal | None:
        """Return the principal of the session with this secret id; None if it is over."""
        with _refusing():
            return await self._accounts.session(digest(session))

    async def sign_out(self, session: str) -> None:
        """End the session with this secret id."""
        with _refusing():
            await self._accounts.drop_session(digest(session))


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except PROBLEMS as problem:
        raise to_refusal(problem) from None

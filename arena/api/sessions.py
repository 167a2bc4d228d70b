"""Sign people in to the web page with a token; the session ends with the token."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from arena.api.calls.call import PROBLEMS, Scopes, find_caller, to_refusal
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.tokens import digest


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

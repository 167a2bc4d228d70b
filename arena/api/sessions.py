"""Sign in with a token, and stay known without it.

A session lives in a browser: it stands for a token, and ends with it.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

from arena.api.calls.call import PROBLEMS, Scopes, caller_of, refused
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.tokens import digest


class Sessions:
    """The sessions of everybody who is signed in."""

    def __init__(self, store: Store) -> None:
        self._accounts = store.accounts
        self._store = store

    async def sign_in(self, token: str) -> tuple[str, Principal]:
        """Begin a session of an owner or operator; return its id, a secret, and whose it is.

        Raises `Refused`: no such token, one that has ended, a bot's; the store is away.
        """
        with _refusing():
            who = await caller_of(self._store, (("authorization", f"Bearer {token}"),), Scopes.PEOPLE)
            session = secrets.token_urlsafe(32)
            await self._accounts.add_session(digest(session), who.token_id)
        return session, who

    async def caller(self, session: str) -> Principal | None:
        """Return whom the session *session* stands for, None where it is over; raises `Refused`."""
        with _refusing():
            return await self._accounts.session(digest(session))

    async def sign_out(self, session: str) -> None:
        """End a session; raises `Refused`."""
        with _refusing():
            await self._accounts.drop_session(digest(session))


@contextmanager
def _refusing() -> Iterator[None]:
    try:
        yield
    except PROBLEMS as problem:
        raise refused(problem) from None

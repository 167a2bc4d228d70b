"""End streams whose token was revoked or has expired."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

from arena.store import Store
from arena.store.accounts.tokens import said_of

Ended: TypeAlias = Callable[[str], None]  # takes one line for the caller; may be called more than once


class LiveTokens:
    """The tokens in use here; `look` finds those that have ended."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._followers: defaultdict[int, list[Ended]] = defaultdict(list)

    @contextmanager
    def follow(self, token_id: int, ended: Ended) -> Iterator[None]:
        """Call *ended* if the token dies while the block runs."""
        followers = self._followers[token_id]
        followers.append(ended)
        try:
            yield
        finally:
            followers.remove(ended)
            if not followers:
                del self._followers[token_id]

    async def look(self) -> None:
        """Tell followers of ended tokens; called every 2 s, raises `StoreUnavailable`."""
        if not self._followers:
            return
        for token_id, why in (await self._store.accounts.ended_tokens(list(self._followers))).items():
            for ended in list(self._followers.get(token_id, ())):
                ended(f"this token {said_of(why)}: go on with another one of the same bot or owner")

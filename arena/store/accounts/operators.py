"""Operators, and what they did."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, LiteralString

from arena.store.database import Room, fetch, run, value
from arena.store.session import session

NEWEST: Final = 2**63 - 1  # an id that no act has: all were begun before it


@dataclass(frozen=True)
class Act:
    """One act: *outcome* is "done", a status in which it was refused, or "begun" where nobody knows."""

    id: int
    at: datetime
    token_id: int
    label: str  # of the token, "" where it has none
    operation: str  # the call of ArenaService
    about: str
    outcome: str


class Acts(Room):
    """What operators did, and when."""

    async def begin_act(self, token_id: int, operation: str, about: str) -> int:
        """Note an act before it is done; return its id."""
        async with self.transaction() as connection:
            found = await value(connection, "begin_act", token_id=token_id, operation=operation, about=about)
            return int(found)

    async def end_act(self, act_id: int, outcome: str) -> None:
        """Note what came of the act."""
        async with self.transaction() as connection:
            await run(connection, "end_act", id=act_id, outcome=outcome)

    async def acts(self, since: datetime | None = None, limit: int | None = None, before: int = NEWEST) -> list[Act]:
        """Return the acts from *since* on (None: all), the newest first.

        At most *limit* (None: all) that were begun before the one of the id *before*.
        """
        async with self.transaction() as connection:
            return await fetch(connection, Act, "acts", since=since, limit=limit, before=before)


_ON_ITS_WAY: Final = "INSERT INTO runner_looks (seen) VALUES (now()) ON CONFLICT (one) DO UPDATE SET seen = now()"
_INSERT = "INSERT INTO tokens (scope, hash, label) VALUES (%s, %s, 'set-up') ON CONFLICT (hash) DO NOTHING"


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 (64 hex digits) act as operator.

    Calling it again changes nothing. A token that was revoked stays revoked. Raises
    `StoreUnavailable` when the database does not answer.
    """
    _ensure(dsn, "operator", token_sha256_hex)


def ensure_runner(dsn: str, token_sha256_hex: str) -> None:
    """Let the token with this SHA-256 act as runner; as `ensure_operator`.

    One that has it is taken to be on its way: bots may be handed in from now on.
    """
    _ensure(dsn, "runner", token_sha256_hex, _ON_ITS_WAY)


def _ensure(dsn: str, scope: str, token_sha256_hex: str, more: LiteralString = "") -> None:
    with session(dsn, "arena prepare") as connection:
        connection.execute(_INSERT, [scope, bytes.fromhex(token_sha256_hex)])
        if more:
            connection.execute(more)

"""Create operators' and runners' first tokens, and record the acts of operators."""

from datetime import datetime
from typing import Final, LiteralString

from arena.store.database import Room
from arena.store.names import NEWEST
from arena.store.session import session
from arena.wire.gen.acts_pb2 import Act


class Acts(Room):
    """The log of operators' acts."""

    async def begin_act(self, token_id: int, operation: str, about: str) -> int:
        """Log an act before it starts; return its id. *operation*, *about*: as in `Act`."""
        return int(await self._value("begin_act", token_id=token_id, operation=operation, about=about))

    async def end_act(self, act_id: int, outcome: str) -> None:
        """Log the outcome of an act."""
        await self._run("end_act", id=act_id, outcome=outcome)

    async def acts(self, since: datetime | None = None, limit: int | None = None, before: int = NEWEST) -> list[Act]:
        """Return operators' acts from *since* on (None: all), the newest first.

        Returns at most *limit* (None: all) with ids below *before*.
        """
        return await self._fetch(Act, "acts", since=since, limit=limit, before=before)


_ON_ITS_WAY: Final = "INSERT INTO runner_looks (seen) VALUES (now()) ON CONFLICT (one) DO UPDATE SET seen = now()"
_INSERT = "INSERT INTO tokens (scope, hash, label) VALUES (%s, %s, 'set-up') ON CONFLICT (hash) DO NOTHING"


def ensure_operator(dsn: str, token_sha256_hex: str) -> None:
    """Create an operator's token with this SHA-256 (64 hex digits), if it does not exist.

    A revoked token stays revoked. Raises `StoreUnavailableError`.
    """
    _ensure(dsn, "operator", token_sha256_hex)


def ensure_runner(dsn: str, token_sha256_hex: str) -> None:
    """Create a runner's token, as `ensure_operator` does for an operator.

    Also records that a runner is alive, so that bots can be submitted from now on.
    """
    _ensure(dsn, "runner", token_sha256_hex, _ON_ITS_WAY)


def _ensure(dsn: str, scope: str, token_sha256_hex: str, more: LiteralString = "") -> None:
    with session(dsn, "arena prepare") as connection:
        connection.execute(_INSERT, [scope, bytes.fromhex(token_sha256_hex)])
        if more:
            connection.execute(more)

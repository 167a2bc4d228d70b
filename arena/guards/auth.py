"""Authenticate bots by token, workers by link secret; neither is logged."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import grpc

from arena.guards.refused import Refused
from arena.store import Store
from arena.store.errors import DeadToken, StoreUnavailable
from arena.tokens import digest

STORE_AWAY_MS: Final = 3000
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


@dataclass(frozen=True)
class Caller:
    """A bot version that calls, as "name@version", and its token."""

    version_id: int
    bot: str
    token_id: int


async def bot_of(store: Store, context: Context) -> Caller:
    """Return the calling bot; raises `Refused` (bad token, store away)."""
    token = bearer(context.invocation_metadata())
    if token is None:
        raise Refused(
            grpc.StatusCode.UNAUTHENTICATED,
            "no token: send the metadata `authorization: Bearer TOKEN`, with what `arena bot register` printed",
        )
    try:
        principal = await store.accounts.principal(digest(token))
    except StoreUnavailable:
        raise Refused(
            grpc.StatusCode.UNAVAILABLE,
            "the arena cannot look the token up just now: dial again in a few seconds",
            retry_ms=STORE_AWAY_MS,
        ) from None
    except DeadToken as dead:
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, f"{dead}: the bot needs another one") from None
    if principal is None or principal.version_id is None or principal.bot is None:
        kind = f"is that of an {principal.scope}" if principal else "is unknown here"
        raise Refused(
            grpc.StatusCode.UNAUTHENTICATED,
            f"this token {kind}: a bot needs the token that `arena bot register` printed for it",
        )
    return Caller(principal.version_id, principal.bot, principal.token_id)


def is_worker(secret: str, shown: str) -> bool:
    """Compare with *secret*, or several between commas, in constant time."""
    same = [hmac.compare_digest(shown.encode(), each.encode()) for each in secret.split(",")]  # no early end
    return True in same


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
    """Return the token of `authorization: Bearer TOKEN`, or None."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token.strip():
                return token.strip()
    return None

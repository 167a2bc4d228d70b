"""Authenticate bots by token and workers by the link secret; neither is ever logged."""

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
    """The bot version that a token stands for; *bot* is "name@version", *token_id* that of the token."""

    version_id: int
    bot: str
    token_id: int


async def bot_of(store: Store, context: Context) -> Caller:
    """Find the bot that calls. Raises `Refused`: no token, a dead one, not a bot's, or the store is away."""
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
    """Whether *shown* is *secret*, or one of several with commas between. Takes as long either way."""
    same = [hmac.compare_digest(shown.encode(), each.encode()) for each in secret.split(",")]  # all of them
    return True in same


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
    """The token of the metadata `authorization: Bearer TOKEN`; None when there is none."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token.strip():
                return token.strip()
    return None

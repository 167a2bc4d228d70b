"""Authenticate bots by token, workers by link secret; neither is logged."""

import hmac
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import grpc

from arena.escapes import cut
from arena.guards.refused import Refused
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.errors import DeadToken, StoreUnavailable
from arena.tokens import digest

STORE_AWAY_MS: Final = 3000
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


@dataclass(frozen=True)
class Caller:
    """A bot version that calls, as "name@version", and its token: its own or its runner's."""

    version_id: int
    bot: str
    token_id: int


async def bot_of(store: Store, context: Context, wanted: str) -> Caller:
    """Return the calling bot, or the version *wanted* that a runner calls for.

    Raises `Refused`: a bad token, a version that is not admitted, the store is away.
    """
    principal = await _principal_of(store, context)
    if principal is not None and principal.scope == "runner":
        return await _confined(store, principal, wanted)
    if principal is None or principal.version_id is None or principal.bot is None:
        kind = f"is that of an {principal.scope}" if principal else "is unknown here"
        raise Refused(
            grpc.StatusCode.UNAUTHENTICATED,
            f"this token {kind}: a bot needs the token that `arena bot register` printed for it",
        )
    if wanted:
        raise Refused(grpc.StatusCode.INVALID_ARGUMENT, "version: only a runner says whose seats it wants to hold")
    return Caller(principal.version_id, principal.bot, principal.token_id)


async def _principal_of(store: Store, context: Context) -> Principal | None:
    """Return whom the call's token stands for; None where nobody knows it. Raises `Refused`."""
    token = bearer(context.invocation_metadata())
    if token is None:
        raise Refused(
            grpc.StatusCode.UNAUTHENTICATED,
            "no token: send the metadata `authorization: Bearer TOKEN`, with what `arena bot register` printed",
        )
    try:
        return await store.accounts.principal(digest(token))
    except StoreUnavailable:
        raise _away("the token") from None
    except DeadToken as dead:
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, f"{dead}: the bot needs another one") from None


async def _confined(store: Store, runner: Principal, wanted: str) -> Caller:
    """Return the version that a runner calls for. Raises `Refused` unless it is admitted."""
    try:
        found = await store.accounts.handed_in(wanted) if "\0" not in wanted else None
    except StoreUnavailable:
        raise _away("the version") from None
    if found is None or found.state != "admitted":
        state = f"{found.bot} is {found.state}" if found else f"{cut(wanted)!r} was not handed in"
        line = f"version: {state}, and a runner plays versions that are admitted"
        raise Refused(grpc.StatusCode.INVALID_ARGUMENT, line)
    return Caller(found.version_id, found.bot, runner.token_id)


def _away(what: str) -> Refused:
    line = f"the arena cannot look {what} up just now: dial again in a few seconds"
    return Refused(grpc.StatusCode.UNAVAILABLE, line, retry_ms=STORE_AWAY_MS)


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

"""Authenticate callers by their token, and end calls whose token ends."""

import hmac
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, NoReturn, TypeAlias

import grpc

from arena.escapes import clip, escape
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.store.accounts.tokens import describe_end
from arena.store.errors import DeadTokenError, StoreUnavailableError
from arena.tokens import digest
from arena.wire.refusals import refusal_metadata


class RefusedError(Exception):
    """Raised to refuse a call, with a gRPC status and one line of text."""

    def __init__(self, code: grpc.StatusCode, line: str, retry_ms: int | None = None) -> None:
        super().__init__(line)
        self.code = code
        self.line = line
        self.retry_ms = retry_ms  # milliseconds until the caller may try again; None: only after it changed something


async def refuse(context: "grpc.aio.ServicerContext[Any, Any]", refused: RefusedError) -> NoReturn:
    metadata = (*(context.trailing_metadata() or ()), *refusal_metadata(refused.retry_ms))
    await context.abort(refused.code, escape(refused.line), metadata)
    raise AssertionError("abort raises")


STORE_AWAY_MS: Final = 3000
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


@dataclass(frozen=True)
class Caller:
    """The calling bot version. *token_id*: of its own token, or of the token of the runner that plays it."""

    version_id: int
    bot: str
    token_id: int


async def bot_of(store: Store, context: Context, wanted: str) -> Caller:
    """Return the calling bot version; for a runner, the version *wanted* ("name@version"), which it plays.

    Raises `RefusedError` for an invalid token, a version that is not admitted, and an unavailable database.
    """
    principal = await _principal_of(store, context)
    if principal is not None and principal.scope == "runner":
        return await _confined(store, principal, wanted)
    if principal is None or principal.version_id is None or principal.bot is None:
        kind = f"is that of an {principal.scope}" if principal else "is unknown here"
        raise RefusedError(
            grpc.StatusCode.UNAUTHENTICATED,
            f"this token {kind}: give the bot's own, which `arena bot register` printed",
        )
    if wanted:
        line = f"version {clip(wanted)!r}: only a runner names the version that it plays: leave it empty"
        raise RefusedError(grpc.StatusCode.INVALID_ARGUMENT, line)
    return Caller(principal.version_id, principal.bot, principal.token_id)


async def _principal_of(store: Store, context: Context) -> Principal | None:
    """Return the principal of the call's token; None for an unknown token. Raises `RefusedError`."""
    token = bearer(context.invocation_metadata())
    if token is None:
        raise RefusedError(
            grpc.StatusCode.UNAUTHENTICATED,
            "no token: send the metadata `authorization: Bearer TOKEN`, with the one that `arena bot register` printed",
        )
    try:
        return await store.accounts.principal(digest(token))
    except StoreUnavailableError:
        raise _away("the token") from None
    except DeadTokenError as dead:
        raise RefusedError(grpc.StatusCode.UNAUTHENTICATED, f"{dead}: give the bot another token") from None


async def _confined(store: Store, runner: Principal, wanted: str) -> Caller:
    """Return the submitted version *wanted* that a runner plays. Raises `RefusedError` unless it is admitted."""
    try:
        found = await store.accounts.submitted(wanted) if "\0" not in wanted else None
    except StoreUnavailableError:
        raise _away("the version") from None
    if found is None or found.state != "admitted":
        state = f"{found.bot} is {found.state}" if found else f"{clip(wanted)!r} was not submitted"
        line = f"version: {state}: a runner plays only admitted versions"
        raise RefusedError(grpc.StatusCode.INVALID_ARGUMENT, line)
    return Caller(found.version_id, found.bot, runner.token_id)


def _away(what: str) -> RefusedError:
    line = f"the arena cannot look {what} up just now: dial again in a few seconds"
    return RefusedError(grpc.StatusCode.UNAVAILABLE, line, retry_ms=STORE_AWAY_MS)


def is_worker(secret: str, shown: str) -> bool:
    """Return whether *shown* is the workers' secret, or one of several in *secret* separated by commas."""
    same = [hmac.compare_digest(shown.encode(), each.encode()) for each in secret.split(",")]  # all, in constant time
    return True in same


def bearer(metadata: Iterable[tuple[str, str | bytes]] | None) -> str | None:
    """Return TOKEN from the metadata `authorization: Bearer TOKEN`; None if there is no such entry."""
    for key, value in metadata or ():
        if key == "authorization" and isinstance(value, str):
            scheme, _, token = value.partition(" ")
            if scheme.lower() == "bearer" and token.strip():
                return token.strip()
    return None


Ended: TypeAlias = Callable[[str], None]  # receives one line for the caller; may be called more than once


class LiveTokens:
    """Watches the tokens of running calls; `look` finds those that were revoked or have expired."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._followers: defaultdict[int, list[Ended]] = defaultdict(list)

    @contextmanager
    def follow(self, token_id: int, ended: Ended) -> Iterator[None]:
        """Call *ended* with a line of text if the token ends while the block runs."""
        followers = self._followers[token_id]
        followers.append(ended)
        try:
            yield
        finally:
            followers.remove(ended)
            if not followers:
                del self._followers[token_id]

    async def look(self) -> None:
        """Call the followers of ended tokens; runs every 2 s. Raises `StoreUnavailableError`."""
        if not self._followers:
            return
        for token_id, why in (await self._store.accounts.ended_tokens(list(self._followers))).items():
            for ended in list(self._followers.get(token_id, ())):
                ended(f"this token {describe_end(why)}: use another one of the same bot or owner")

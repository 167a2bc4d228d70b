"""Who calls, by the token in the metadata, and what that scope may do."""

from collections.abc import Iterable
from enum import Enum

from grpc import StatusCode

from arena.guards.auth import bearer
from arena.guards.refused import Refused
from arena.store import Store
from arena.store.accounts.rows import Principal
from arena.tokens import digest


class Scopes(Enum):
    """Which scopes a call is open to."""

    OPERATORS = frozenset({"operator"})
    PEOPLE = frozenset({"operator", "owner"})
    ANYBODY = frozenset({"anybody"})  # no token is looked at


async def caller_of(store: Store, metadata: Iterable[tuple[str, str | bytes]], scopes: Scopes) -> Principal:
    """The principal of the token in *metadata*. Raises `Refused`: no token, an unknown one, a scope not in *scopes*."""
    token = bearer(metadata)
    if token is None:
        raise Refused(StatusCode.UNAUTHENTICATED, "no token was given: send the metadata `authorization: Bearer TOKEN`")
    principal = await store.accounts.principal(digest(token))
    if principal is None:
        raise Refused(StatusCode.UNAUTHENTICATED, "no operator or owner has this token")
    if principal.scope not in scopes.value:
        raise Refused(StatusCode.PERMISSION_DENIED, _denial(principal, scopes))
    return principal


def _denial(principal: Principal, scopes: Scopes) -> str:
    needed = "an operator's token" if scopes is Scopes.OPERATORS else "an operator's or an owner's token"
    whose = f"the bot {principal.bot}" if principal.scope == "bot" else f"the owner {principal.owner}"
    return f"this takes {needed}, and the one given is that of {whose}"

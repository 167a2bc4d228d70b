"""Find who calls, and check what that scope may do.

By the token in the metadata.
"""

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
    OWNERS = frozenset({"owner"})
    PEOPLE = frozenset({"operator", "owner"})
    READERS = frozenset({"operator", "owner", "reader"})  # a reader comes by the page, and has no token
    RUNNERS = frozenset({"runner"})
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
        raise denied(principal, scopes)
    return principal


def denied(principal: Principal, scopes: Scopes) -> Refused:
    """Return the refusal of a call that is not open to *principal*."""
    needed = " or ".join(f"{_a(scope)}'s" for scope in sorted(scopes.value - {"reader"}))
    if principal.scope == "reader":
        return Refused(StatusCode.UNAUTHENTICATED, f"this takes {needed} token: sign in")
    named = {"bot": f"the bot {principal.bot}", "owner": f"the owner {principal.owner}"}
    whose = named.get(principal.scope) or _a(principal.scope)
    line = f"this takes {needed} token, and the one given is that of {whose}"
    return Refused(StatusCode.PERMISSION_DENIED, line)


def _a(scope: str) -> str:
    return f"a {scope}" if scope == "runner" else f"an {scope}"

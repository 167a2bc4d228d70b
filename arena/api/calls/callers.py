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
    needed = " or ".join(f"an {scope}'s" for scope in sorted(scopes.value))
    named = {"bot": f"the bot {principal.bot}", "owner": f"the owner {principal.owner}", "operator": "an operator"}
    return f"this takes {needed} token, and the one given is that of {named[principal.scope]}"

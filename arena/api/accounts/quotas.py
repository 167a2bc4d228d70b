"""What owners may make by themselves; operators make more of it for them."""

from typing import Any, Final

from grpc import StatusCode

from arena.api.calls.call import Call
from arena.guards.refused import Refused

MAX_VERSIONS: Final = 1_000
MAX_PAIRS: Final = 1_000
MAX_TOKENS: Final = 1_000  # that let somebody in


async def check_versions(call: Call[Any]) -> None:
    """Raise `Refused` where an owner has as many versions of bots as it may make."""
    await _check(call, "versions", MAX_VERSIONS, "an operator registers more for you")


async def check_pairs(call: Call[Any]) -> None:
    """Raise `Refused` where an owner has asked for as many pairs as it may."""
    await _check(call, "pairs", MAX_PAIRS, "an operator registers more for you")


async def check_tokens(call: Call[Any]) -> None:
    """Raise `Refused` where an owner and its bots have as many live tokens as it may make."""
    await _check(call, "tokens", MAX_TOKENS, "revoke some first")


async def _check(call: Call[Any], what: str, limit: int, do: str) -> None:
    if call.caller.scope == "owner":
        assert call.caller.owner_id is not None
        count = getattr(await call.store.accounts.holdings(call.caller.owner_id), what)
        if count >= limit:
            raise Refused(StatusCode.RESOURCE_EXHAUSTED, f"you have {count} {what}, and may have {limit}: {do}")

"""Explain why a message, call or connection was refused, and advise when to dial again."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class MalformedError(ValueError):
    """Raised for a malformed message; the text lists the accepted values."""


RETRY_AFTER: Final = "arena-retry-after-ms"
STOP: Final = "arena-stop"
REQUEST_ID: Final = "arena-request-id"


class Advice(NamedTuple):
    """Advice to a refused caller. *stop*: never dial again. *after*: seconds to wait before dialling, or None."""

    stop: bool = False
    after: float | None = None


def refusal_metadata(retry_ms: int | None) -> tuple[tuple[str, str], ...]:
    """Return the trailing gRPC metadata of a refusal. *retry_ms*: the wait before the next dial; None: never dial."""
    return ((STOP, "1"),) if retry_ms is None else ((RETRY_AFTER, str(retry_ms)),)


def advice_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> Advice:
    """Return the advice in the trailing gRPC *metadata* of a call; ignore unknown entries."""
    said = dict(metadata or ())
    after = said.get(RETRY_AFTER)
    seconds = int(after) / 1000 if isinstance(after, str) and after.isdecimal() else None
    return Advice(STOP in said, seconds)

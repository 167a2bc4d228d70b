"""Explain refusals of messages, calls and connections."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class MalformedError(ValueError):
    """Raised for a malformed message; the text gives the accepted values."""


RETRY_AFTER: Final = "arena-retry-after-ms"
STOP: Final = "arena-stop"


class Advice(NamedTuple):
    """Advice to a refused caller: *stop*, or dial again *after* so many seconds, if given."""

    stop: bool = False
    after: float | None = None


def refusal_metadata(retry_ms: int | None) -> tuple[tuple[str, str], ...]:
    """Return the trailing metadata of a refusal; *retry_ms* is None for `arena-stop`."""
    return ((STOP, "1"),) if retry_ms is None else ((RETRY_AFTER, str(retry_ms)),)


def advice_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> Advice:
    """Return the advice in trailing metadata; ignore unknown entries."""
    said = dict(metadata or ())
    after = said.get(RETRY_AFTER)
    seconds = int(after) / 1000 if isinstance(after, str) and after.isdecimal() else None
    return Advice(STOP in said, seconds)

"""Why a call or a connection was refused, and by whom."""

from collections.abc import Iterable
from typing import Final, NamedTuple


class MalformedError(ValueError):
    """A message has no meaning; the text says what is accepted."""


RETRY_AFTER: Final = "arena-retry-after-ms"
STOP: Final = "arena-stop"


class Advice(NamedTuple):
    """Advice: *stop*, or dial again *after* so many seconds, if given."""

    stop: bool = False
    after: float | None = None


def refusal_metadata(retry_ms: int | None) -> tuple[tuple[str, str], ...]:
    """Return a refusal's trailing metadata; *retry_ms* None means to stop."""
    return ((STOP, "1"),) if retry_ms is None else ((RETRY_AFTER, str(retry_ms)),)


def advice_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> Advice:
    """Return what trailing metadata advises; unknown entries advise nothing."""
    said = dict(metadata or ())
    after = said.get(RETRY_AFTER)
    seconds = int(after) / 1000 if isinstance(after, str) and after.isdecimal() else None
    return Advice(STOP in said, seconds)

"""How a refused call says whether to dial again: one entry of its trailing metadata, beside the status and its text.

`arena-retry-after-ms: 1000`: dial again in so many milliseconds, or another gateway of the arena at once.
`arena-stop: 1`: stop until the bot, its token or its command line was changed.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

RETRY_AFTER: Final = "arena-retry-after-ms"
STOP: Final = "arena-stop"


class Advice(NamedTuple):
    """What a call that ended says: *stop*, or how many seconds to wait; None where it says nothing of the kind."""

    stop: bool = False
    after: float | None = None


def refusal_metadata(retry_ms: int | None) -> tuple[tuple[str, str], ...]:
    """The trailing metadata of a refusal: to dial again after *retry_ms* milliseconds, or None: to stop."""
    return ((STOP, "1"),) if retry_ms is None else ((RETRY_AFTER, str(retry_ms)),)


def advice_of(metadata: Iterable[tuple[str, str | bytes]] | None) -> Advice:
    """What trailing metadata says; what is not understood says nothing."""
    said = dict(metadata or ())
    after = said.get(RETRY_AFTER)
    seconds = int(after) / 1000 if isinstance(after, str) and after.isdecimal() else None
    return Advice(STOP in said, seconds)

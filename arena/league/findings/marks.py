"""Mark tables whose fallbacks, forfeits, voids or lag exceed a limit (docs/explanation/findings.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

LIMITS: Final = {
    "fallbacks": 0.01,  # of a bot's decisions
    "forfeits": 0.01,  # of a bot's boards
    "voids": 0.01,  # of the table's boards
    "lag": 0.1,  # of the time
}


@dataclass(frozen=True)
class Conduct:
    """The conduct on a table's boards.

    *decisions*: by bot, its decisions, and how many the fallback made. *forfeits*: by bot that forfeited, its boards,
    forfeited ones included, and how many it forfeited. *boards*: closed ones; *voided*: boards voided at least once.
    *lag*: share of time, 0..1, for which the busiest gateway's loop was blocked.
    """

    decisions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    forfeits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    boards: int = 0
    voided: int = 0
    lag: float = 0.0


@dataclass(frozen=True)
class Passed:
    """An exceeded limit. *bot*: "" for the whole table; *what*: a key of `LIMITS`."""

    bot: str
    what: str
    share: float
    limit: float


def find_passed_limits(conduct: Conduct) -> list[Passed]:
    """Return the exceeded limits: first the table's, then each bot's by name."""
    return [
        Passed(bot, what, share, LIMITS[what]) for bot, what, share in sorted(_shares(conduct)) if share > LIMITS[what]
    ]


def _shares(conduct: Conduct) -> Iterator[tuple[str, str, float]]:
    for what, of in (("fallbacks", conduct.decisions), ("forfeits", conduct.forfeits)):
        yield from ((bot, what, part / whole) for bot, (whole, part) in of.items() if whole)
    if conduct.boards:
        yield "", "voids", min(1.0, conduct.voided / conduct.boards)
    yield "", "lag", conduct.lag

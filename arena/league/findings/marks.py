"""Find limits that a table's bots or boards exceed, to mark the table (docs/explanation/findings.md)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

LIMITS: Final = {
    "fallbacks": 0.01,  # share of a bot's decisions
    "forfeits": 0.01,  # share of a bot's boards
    "voids": 0.01,  # share of the table's boards
    "lag": 0.1,  # share of the time
}


@dataclass(frozen=True)
class Conduct:
    """The conduct of bots and arena on the boards of a table.

    *decisions*: by bot, the numbers of its decisions and of those that the fallback made. *forfeits*: by bot that
    forfeited, the numbers of its boards (with forfeited ones) and of forfeited boards. *voided*: boards that were
    voided at least once, of *boards* closed ones. *lag*: share of time (0 to 1) for which the busiest gateway hung.
    """

    decisions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    forfeits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    boards: int = 0
    voided: int = 0
    lag: float = 0.0


@dataclass(frozen=True)
class Passed:
    """An exceeded limit. *bot*: "" for the whole table. *what*: a key of `LIMITS`."""

    bot: str
    what: str
    share: float
    limit: float


def find_passed_limits(conduct: Conduct) -> list[Passed]:
    """Return the exceeded limits, those of the whole table first, then by name of bot."""
    return [
        Passed(bot, what, share, LIMITS[what]) for bot, what, share in sorted(_shares(conduct)) if share > LIMITS[what]
    ]


def _shares(conduct: Conduct) -> Iterator[tuple[str, str, float]]:
    for what, of in (("fallbacks", conduct.decisions), ("forfeits", conduct.forfeits)):
        yield from ((bot, what, part / whole) for bot, (whole, part) in of.items() if whole)
    if conduct.boards:
        yield "", "voids", min(1.0, conduct.voided / conduct.boards)
    yield "", "lag", conduct.lag

"""Marks of tables: where conduct passes a limit.

Fallbacks, forfeits, voids or the arena's lag (docs/explanation/findings.md).
"""

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
    """What the boards of a table were like.

    Attributes:
        decisions: of each bot, how many it had, and of these how many the fallback answered.
        forfeits: of each bot that forfeited boards, how many it had, those included, and how many it forfeited.
        boards: closed ones; *voided*: boards that were voided, once or more.
        lag: the share of the time for which the busiest gateway's loop was held up, 0..1.
    """

    decisions: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    forfeits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    boards: int = 0
    voided: int = 0
    lag: float = 0.0


@dataclass(frozen=True)
class Passed:
    """A limit that is passed. *bot*: "" for the whole table; *what*: of `LIMITS`."""

    bot: str
    what: str
    share: float
    limit: float


def passed(conduct: Conduct) -> list[Passed]:
    """Return the limits that are passed.

    Those of the table first, then bots by name.
    """
    return [
        Passed(bot, what, share, LIMITS[what]) for bot, what, share in sorted(_shares(conduct)) if share > LIMITS[what]
    ]


def _shares(conduct: Conduct) -> Iterator[tuple[str, str, float]]:
    for what, of in (("fallbacks", conduct.decisions), ("forfeits", conduct.forfeits)):
        yield from ((bot, what, part / whole) for bot, (whole, part) in of.items() if whole)
    if conduct.boards:
        yield "", "voids", min(1.0, conduct.voided / conduct.boards)
    yield "", "lag", conduct.lag

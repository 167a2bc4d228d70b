"""Who leads a tournament, by how much, and whether that is settled."""

from dataclasses import dataclass
from math import fsum

from arena.wire.gen.standings_pb2 import GetStandingsResponse, Standing, Total


@dataclass(frozen=True)
class Lead:
    """A leader, who is next, and by how much it leads, in points of 100 of mean board score.

    *half_width*: of the 95% interval of *by*; None below 10 boards. It is the sum of what the two
    scores leave open, since what one wins the other may have lost. *is_settled*: the lead is
    greater.
    """

    bot: str
    other: str
    by: float
    half_width: float | None
    is_settled: bool


def lead_of(answer: GetStandingsResponse) -> Lead | None:
    """Return who leads; None where fewer than two bots have a board."""
    lines = answer.whole.standings if answer.HasField("whole") else answer.variants[0].standings
    played = [line for line in lines if line.boards]
    if len(played) < 2:
        return None
    first, second = played[:2]
    by = 100 * (first.score - second.score)
    half = _half(first), _half(second)
    width = fsum(half) if None not in half else None  # type: ignore[arg-type]
    return Lead(first.bot, second.bot, by, width, width is not None and by > width)


def _half(line: Standing | Total) -> float | None:
    return 100 * max(line.score - line.low, line.high - line.score) if line.HasField("low") else None

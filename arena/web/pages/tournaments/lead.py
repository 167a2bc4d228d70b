"""Who leads a tournament, by how much, and whether that is settled."""

from dataclasses import dataclass

from arena.web.pages.ladders.ranks import Ends, surely_above
from arena.wire.gen.standings_pb2 import GetStandingsResponse, Standing, Total


@dataclass(frozen=True)
class Lead:
    """A leader, who is next, and by how much it leads, in points of 100 of mean board score.

    *half_width*: of the 95% interval of *by*; None below 10 boards. It is the sum of what the two
    scores leave open towards each other, since what one wins the other may have lost. *is_settled*:
    the lead is greater, so that their intervals are apart.
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
    ends = _ends(first), _ends(second)
    return Lead(first.bot, second.bot, by, _open(first, second), surely_above(*ends))


def _open(first: Standing | Total, second: Standing | Total) -> float | None:
    if not (first.HasField("low") and second.HasField("high")):
        return None
    return 100 * (first.score - first.low + second.high - second.score)


def _ends(line: Standing | Total) -> Ends:
    return (line.low, line.high) if line.HasField("low") else (None, None)

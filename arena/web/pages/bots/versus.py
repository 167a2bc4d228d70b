"""Two bots, and all they played together."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.api.labels import format_words
from arena.web.drawings import Intervals, intervals
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, HeadToHead


@dataclass(frozen=True)
class Line:
    """How the first did against the second: its mean board score, 0..1, with its 95% interval."""

    variant: str
    pool: str
    format: str
    boards: int
    score: float
    low: float | None
    high: float | None
    points: float
    opponent_points: float


@dataclass(frozen=True)
class Versus:
    """Two bots; *tournament* is "" for all that they ever played."""

    bot: str
    opponent: str
    tournament: str
    lines: list[Line]
    drawn: Intervals


async def versus(desk: Desk, bot: str, opponent: str, tournament: str = "") -> Versus:
    """Show how two bots did against each other."""
    answer = await desk.ask(GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament))
    lines = [_line(each) for each in answer.variants]
    drawn = intervals([(0.0, 0.0, 1.0), *((line.score, line.low, line.high) for line in lines)])
    return Versus(answer.bot, answer.opponent, tournament, lines, Intervals(drawn.dots[1:], []))


def rows(shown: Versus) -> Sequence[Line]:
    """Return a line a variant, pool and format."""
    return shown.lines


def _line(found: HeadToHead) -> Line:
    has_ends = found.HasField("low")
    return Line(
        found.variant,
        found.pool,
        format_words(found.format),
        found.boards,
        found.score,
        found.low if has_ends else None,
        found.high if has_ends else None,
        found.points,
        found.opponent_points,
    )

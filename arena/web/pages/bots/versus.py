"""Two bots, and all they played together."""

from collections.abc import Iterator
from dataclasses import dataclass

from arena.api.inside import Desk
from arena.web.drawings import Intervals, intervals
from arena.web.pages.ladders import ends_of
from arena.web.serving.rows import Row, row_of
from arena.wire.gen.standings_pb2 import GetHeadToHeadRequest, GetHeadToHeadResponse


@dataclass(frozen=True)
class Versus:
    """Two bots; *tournament* is "" for all that they ever played."""

    tournament: str
    answer: GetHeadToHeadResponse
    drawn: Intervals


async def versus(desk: Desk, bot: str, opponent: str, tournament: str = "") -> Versus:
    """Show how two bots did against each other."""
    answer = await desk.ask(GetHeadToHeadRequest(bot=bot, opponent=opponent, tournament=tournament))
    drawn = intervals([(0.0, 0.0, 1.0), *((line.score, *ends_of(line)) for line in answer.variants)])
    return Versus(tournament, answer, Intervals(drawn.dots[1:], []))


def rows(shown: Versus) -> Iterator[Row]:
    """Yield a line a variant, pool and format."""
    return (row_of(each) for each in shown.answer.variants)

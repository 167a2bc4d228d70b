"""A tournament's schedule, and its strip of boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, fsum
from typing import Final

from arena.api.inside import Desk
from arena.web.drawings import STEPS
from arena.wire.gen.records_pb2 import GetMeetingsRequest, MetBoard
from arena.wire.gen.standings_pb2 import Meeting, Standing


@dataclass(frozen=True)
class Spread:
    """Counts: the least, the most, the mean."""

    least: int
    most: int
    mean: float


@dataclass(frozen=True)
class Evenness:
    """Closed boards of each *pair* that has met, and of each bot; *unmet* pairs have not met, or may not."""

    pairs: Spread
    unmet: int
    bots: Spread


def evenness(lines: Sequence[Standing], met: Sequence[Meeting]) -> Evenness | None:
    """Return how even the closed boards are; None before two bots have met."""
    if not met:
        return None
    together, each = [meeting.boards for meeting in met], [line.boards for line in lines]
    return Evenness(_spread(together), comb(len(lines), 2) - len(met), _spread(each))


def _spread(counts: Sequence[int]) -> Spread:
    return Spread(min(counts), max(counts), fsum(counts) / len(counts))


LAST: Final = 2**31 - 1  # number of a schedule that the store can hold


@dataclass(frozen=True)
class Mark:
    """A board: what the first bot scored against the other, 0..1, both's points a game, and its colour.

    *warmth*: from -5 (lost) over 0 (even) to 5 (won).
    """

    board: str
    number: int
    variant: str
    score: float
    points: float
    opponent_points: float
    warmth: int


@dataclass(frozen=True)
class Strip:
    """Boards in schedule order, from number *first* on; *following* is where the next page begins, None at the end."""

    bot: str
    opponent: str
    tournament: str
    variant: str
    first: int
    won: int
    even: int
    lost: int
    marks: list[Mark]
    following: int | None


async def strip(desk: Desk, bot: str, opponent: str, tournament: str, variant: str = "", first: int = 0) -> Strip:
    """Show every board of a tournament on which two bots are compared."""
    first = min(max(first, 0), LAST)
    request = GetMeetingsRequest(name=tournament, bot=bot, opponent=opponent, variant=variant, first=first)
    answer = await desk.ask(request)
    marks = [_mark(each) for each in answer.boards]
    return Strip(
        answer.bot,
        answer.opponent,
        tournament,
        variant,
        first,
        sum(each.score > 0.5 for each in marks),
        sum(each.score == 0.5 for each in marks),
        sum(each.score < 0.5 for each in marks),
        marks,
        answer.next if answer.HasField("next") else None,
    )


def rows(shown: Strip) -> Sequence[Mark]:
    """Return a line a board."""
    return shown.marks


def _mark(found: MetBoard) -> Mark:
    warmth = round((found.score - 0.5) * 2 * STEPS)
    return Mark(found.board, found.number, found.variant, found.score, found.points, found.opponent_points, warmth)

"""Places in an official table, as ranges, and the number of boards that would settle them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from arena.league.ratings.interval import t_end
from arena.league.ratings.strengths import Strengths

NEVER: Final = 1_000_000  # boards: two bots that need more count as equal


@dataclass(frozen=True)
class Place:
    """The range of a player's place, *first* to *last*, from 1.

    The range counts the others that are stronger and weaker beyond chance (95%, each comparison by itself).
    *to_settle*: about how many more boards would separate the player from the one listed below it, 0 if they are
    separate. None for the last player, if either has fewer than 10 boards or 3 blocks, and beyond `NEVER`.
    """

    first: int
    last: int
    to_settle: int | None


def places(strengths: Strengths, order: Sequence[int]) -> list[Place]:
    """Return the place of each player of *order*, best first."""
    settled = [[_are_apart(strengths, player, other) for other in order] for player in order]
    ranges = []
    for index, player in enumerate(order):
        stronger = sum(parted for other, parted in enumerate(settled[index]) if other < index)
        weaker = sum(parted for other, parted in enumerate(settled[index]) if other > index)
        below = _to_settle(strengths, player, order[index + 1]) if index + 1 < len(order) else None
        ranges.append(Place(1 + stronger, len(order) - weaker, below))
    return ranges


def _are_apart(strengths: Strengths, player: int, other: int) -> bool:
    more, error, degrees = strengths.difference(player, other)
    return strengths.is_known(player, other) and abs(more) > t_end(degrees) * error > 0


def _to_settle(strengths: Strengths, player: int, other: int) -> int | None:
    """Return the boards that settle this difference: an error falls with the square root of the boards."""
    more, error, degrees = strengths.difference(player, other)
    if not strengths.is_known(player, other) or not error:
        return None
    reach = t_end(degrees) * error
    if more >= reach:
        return 0
    boards = strengths.fewest_boards(player, other) * ((reach / more) ** 2 - 1) if more > 0 else NEVER
    return ceil(boards) if boards < NEVER else None


Ends = tuple[float | None, float | None]  # ends of an interval; None for an open end


def is_surely_above(one: Ends, other: Ends) -> bool:
    """Return whether all of one interval is above all of the other."""
    return one[0] is not None and other[1] is not None and one[0] > other[1]


def interval_places(intervals: Sequence[Ends]) -> list[tuple[int, int]]:
    """Return for each interval the first and the last possible place, from 1."""
    return [
        (
            1 + sum(is_surely_above(other, own) for other in intervals),
            len(intervals) - sum(is_surely_above(own, other) for other in intervals),
        )
        for own in intervals
    ]

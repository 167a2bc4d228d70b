"""Where a player of a board departs from the others who held the same cards."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arena.rules.games.game import Game
from arena.rules.replays.parting import Choice, Parting, partings


@dataclass(frozen=True)
class Departure:
    """The first decision that a player answered otherwise than somebody who held the same cards.

    The same place and history, too. *line* is the player's, *action* what it did there, *others* what those did who
    answered otherwise. *points*: what the whole hand brought that seat in the player's line; *others_points*: the mean
    over the others' lines.
    """

    parting: Parting
    line: int
    action: str
    others: list[Choice]
    points: int
    others_points: Fraction


def departure(
    games: Sequence[Game], seats: Sequence[Collection[int]], others_seats: Sequence[Collection[int]]
) -> Departure | None:
    """Return where a player first departs from the others; None if it never does.

    *games* are the finished games of a board, *seats* those that the player had in each, *others_seats* those of whom
    it is compared with. Raises `OtherBoards` if the games were not dealt the same.
    """
    for parting in partings(games):
        for choice in parting.choices:
            own = [line for line in choice.lines if parting.seat in seats[line]]
            others = [_of(each, parting.seat, others_seats) for each in parting.choices if each is not choice]
            others = [each for each in others if each.lines]
            if own and others:
                return _departure(games, parting, own[0], choice.action, others)
    return None


def _of(choice: Choice, seat: int, others_seats: Sequence[Collection[int]]) -> Choice:
    """Return a choice with those lines alone in which one of the others made it."""
    return Choice(choice.action, [line for line in choice.lines if seat in others_seats[line]])


def _departure(games: Sequence[Game], found: Parting, line: int, action: str, others: list[Choice]) -> Departure:
    theirs = [games[each].hands[found.hand].deltas[found.seat] for choice in others for each in choice.lines]
    points = games[line].hands[found.hand].deltas[found.seat]
    return Departure(found, line, action, others, points, Fraction(sum(theirs), len(theirs)))

"""A closed board, the unit of rating: one seed, played in each rotation or at several tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import NamedTuple

from arena.league.errors import BadBoardError


@dataclass(frozen=True)
class Outcome:
    """The outcome of one rotation; all tuples are in the order of the board's line-up, not of seats."""

    ranks: tuple[int, ...]  # 1 is best; ties share the better rank
    points: tuple[int, ...]  # the game's own
    infractions: tuple[int, ...]  # infractions of each

    @classmethod
    def of_seats(
        cls,
        line_up: Sequence[int],
        seated: Sequence[int],
        ranks: Sequence[int],
        points: Sequence[int],
        infractions: Sequence[int],
    ) -> "Outcome":
        """Convert lists by seat to an outcome. Raises `BadBoardError`.

        *seated*: who sat in each seat; *infractions*: the seat of each one. With partners each player has as many
        seats as the others, all with its side's rank and points.
        """
        if sorted(seated) != sorted([*line_up] * max(1, len(seated) // len(line_up))):
            raise BadBoardError(f"players {list(seated)} sat down, but the line-up is {list(line_up)}")
        seats = [[seat for seat, sitting in enumerate(seated) if sitting == player] for player in line_up]
        if any((ranks[seat], points[seat]) != (ranks[own[0]], points[own[0]]) for own in seats for seat in own):
            raise BadBoardError(
                f"players {list(seated)}: partners with different ranks {list(ranks)} or points {list(points)}"
            )
        return cls(
            tuple(ranks[own[0]] for own in seats),
            tuple(points[own[0]] for own in seats),
            tuple(sum(infractions.count(seat) for seat in own) for own in seats),
        )


@dataclass(frozen=True)
class ClosedBoard:
    """A board of *variant* with all its rotations; players are ids.

    Raises `BadBoardError` for lists that do not fit.
    """

    number: int  # in schedule order
    variant: str
    line_up: tuple[int, ...]  # in circular order
    outcomes: tuple[Outcome, ...]  # one a rotation

    def __post_init__(self) -> None:
        seats = len(self.line_up)
        if len(set(self.line_up)) != seats or seats < 2:
            raise BadBoardError(f"board {self.number}: line-up {self.line_up} is not two or more different players")
        if len(self.outcomes) != seats:
            raise BadBoardError(f"board {self.number}: {len(self.outcomes)} of {seats} rotations")
        for outcome in self.outcomes:
            if not len(outcome.ranks) == len(outcome.points) == len(outcome.infractions) == seats:
                raise BadBoardError(f"board {self.number}: {outcome} does not cover {seats} players")
            check_ranks(outcome.ranks)

    def score_board(self) -> "BoardScore":
        """Return the board's score."""
        pairs = combinations(range(len(self.line_up)), 2)
        return BoardScore(
            self.number,
            self.variant,
            self.line_up,
            tuple(sum(pair_halves(each.ranks[i], each.ranks[j]) for each in self.outcomes) for i, j in pairs),
            tuple(map(sum, zip(*(each.points for each in self.outcomes), strict=True))),
            tuple(map(sum, zip(*(each.infractions for each in self.outcomes), strict=True))),
        )


class BoardScore(NamedTuple):
    """The score of a closed board, the input of all ratings and standings.

    Tuples are in the order of the line-up. This class is a tuple because a rating reads millions, and a frozen
    dataclass takes four times as long to create.

    *halves*: half points that the first of each pair won from the second, over all games, with the pairs of `pairs_of`.
    They are whole numbers, so sums do not depend on the order. *points*: the game's own, summed over the games.
    *tables_per_board*: at 1 the line-up was played in all rotations, and everybody is compared with everybody. Above 1
    each player had one game. So many neighbours in the line-up had one seat, with the same cards, and are compared
    (`matchpoints.py`).
    """

    number: int
    variant: str
    line_up: tuple[int, ...]
    halves: tuple[int, ...]
    points: tuple[int, ...]
    infractions: tuple[int, ...]
    tables_per_board: int = 1

    @property
    def most(self) -> int:
        """Half points that the two players of a pair share."""
        return 2 * games_each(len(self.line_up), self.tables_per_board)

    @property
    def fields(self) -> list[tuple[int, ...]]:
        """The players, split into groups whose members are compared."""
        return [self.line_up[part] for part in fields_of(len(self.line_up), self.tables_per_board)]

    def half_points(self, first: int, second: int) -> int:
        """Return the half points of *first* against *second*, both indices of the line-up."""
        return self.halves_among((first, second))[0]

    def halves_among(self, places: tuple[int, ...]) -> list[int]:
        """Return half points of the pairs of *places*, indices of the line-up, in order."""
        return self._read_halves(_pairs(places, len(self.line_up), self.tables_per_board))

    def halves_in(self, places: tuple[int, ...]) -> list[int]:
        """Return half points of the pairs of `pairs_of`, with the line-up in the order of *places*, its indices."""
        return self._read_halves(_all_pairs(places, self.tables_per_board))

    def _read_halves(self, pairs: tuple[tuple[int, bool], ...]) -> list[int]:
        halves, most = self.halves, self.most
        return [most - halves[at] if turned else halves[at] for at, turned in pairs]

    def score(self, first: int, second: int) -> float:
        """Return the mean pair score of index *first* against *second*, in [0, 1]."""
        return self.half_points(first, second) / self.most


def games_each(players: int, tables: int) -> int:
    """Return the games of each player on a board: one in each rotation, or one in all."""
    return players if tables == 1 else 1


def field_of(players: int, tables: int) -> int:
    """Return the number of players that are compared with each other."""
    return players if tables == 1 else tables


@cache
def fields_of(players: int, tables: int) -> tuple[slice, ...]:
    """Return the slice of each compared group in a list of players."""
    size = field_of(players, tables)
    return tuple(slice(first, first + size) for first in range(0, players, size))


@cache
def pairs_of(players: int, tables: int) -> tuple[tuple[int, int], ...]:
    """Return index pairs of compared players, in the lists' order."""
    parts = fields_of(players, tables)
    return tuple(pair for part in parts for pair in combinations(range(part.start, part.stop), 2))


@cache
def _pairs(places: tuple[int, ...], players: int, tables: int) -> tuple[tuple[int, bool], ...]:
    """Return the positions of the pairs of *places* in `halves`, and whether they are reversed there."""
    known = {pair: at for at, pair in enumerate(pairs_of(players, tables))}
    return tuple((known[min(i, j), max(i, j)], i > j) for i, j in combinations(places, 2))


@cache
def _all_pairs(places: tuple[int, ...], tables: int) -> tuple[tuple[int, bool], ...]:
    parts = fields_of(len(places), tables)
    return tuple(pair for part in parts for pair in _pairs(places[part], len(places), tables))


def pair_halves(rank: int, other: int) -> int:
    """Return half points of *rank* against *other*: 2, 1 or 0 (docs/explanation/ratings.md)."""
    return 1 + (rank < other) - (rank > other)


def check_ranks(ranks: Sequence[int]) -> None:
    """Raise `BadBoardError` unless each rank is 1 + players ranked better (docs/rules/sheets/README.md)."""
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise BadBoardError(f"ranks {list(ranks)}: each must be 1 + how many did better")

"""Boards of one variant summed up by line-up: all that tables need, however many boards there are.

Everything summed is a whole number: the sums are the same in whatever order boards come.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement

from arena.league.boards import BoardScore


@dataclass
class LineUpTally:
    """The boards of one line-up, whatever its circular order. *players* ascend.

    Attributes:
        halves: half points that the first of each pair of players took off the second, over all games; pairs in
            the order of `itertools.combinations`.
        squares: the same of each board squared.
        products: for each pair of players, and each with itself (`combinations_with_replacement`), the sum over
            boards of the product of their totals: a player's total on a board is its half points against all others.
        points, infractions: of each player, over all games.
    """

    players: tuple[int, ...]
    boards: int = 0
    halves: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    products: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    infractions: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = len(self.players)
        pairs = count * (count - 1) // 2
        self.halves = self.halves or [0] * pairs
        self.squares = self.squares or [0] * pairs
        self.products = self.products or [0] * (pairs + count)
        self.points = self.points or [0] * count
        self.infractions = self.infractions or [0] * count

    @property
    def most(self) -> int:
        """Half points of a pair on one board: a board has a rotation for each player of its line-up."""
        return 2 * len(self.players)

    def totals(self) -> list[int]:
        """Each player's half points against all others, over all boards."""
        totals = [0] * len(self.players)
        for (i, j), halves in zip(combinations(range(len(totals)), 2), self.halves, strict=True):
            totals[i] += halves
            totals[j] += self.boards * self.most - halves
        return totals

    def total_squares(self) -> list[int]:
        """Each player's sum over boards of its total squared."""
        places = combinations_with_replacement(range(len(self.players)), 2)
        return [value for (i, j), value in zip(places, self.products, strict=True) if i == j]

    def add(self, board: BoardScore) -> None:
        """Count one more board of these players."""
        places = tuple(map(board.line_up.index, self.players))
        totals = [0] * len(places)
        most = self.most
        pairs = combinations(range(len(places)), 2)
        for pair, ((i, j), halves) in enumerate(zip(pairs, board.halves_among(places), strict=True)):
            self.halves[pair] += halves
            self.squares[pair] += halves * halves
            totals[i] += halves
            totals[j] += most - halves
        for pair, (i, j) in enumerate(combinations_with_replacement(range(len(totals)), 2)):
            self.products[pair] += totals[i] * totals[j]
        for i, place in enumerate(places):
            self.points[i] += board.points[place]
            self.infractions[i] += board.infractions[place]
        self.boards += 1


def tallied(boards: Iterable[BoardScore]) -> list[LineUpTally]:
    """The tallies of *boards*, all of one variant, in order of players."""
    tallies: dict[tuple[int, ...], LineUpTally] = {}
    for board in boards:
        players = tuple(sorted(board.line_up))
        tallies.setdefault(players, LineUpTally(players)).add(board)
    return [tallies[players] for players in sorted(tallies)]

"""Boards of one variant summed up by line-up: the input of all tables.

All sums are of whole numbers, so the order of boards does not matter.
"""

from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from arena.league.ratings.boards import BoardScore, field_of, fields_of, games_each, pairs_of


@dataclass
class LineUpTally:
    """The boards of one line-up in any circular order; *players* ascend.

    Attributes:
        halves: half points that the first of each pair won from the second, over all games; pairs as in
            `boards.pairs_of`.
        squares: the same, with each board squared.
        products: for each pair of players, and each with itself (`combinations_with_replacement`), the sum over boards
            of the product of their totals. A player's total on a board is its half points against all others.
        tables_per_board: as in `BoardScore`. Above 1 compared players are neighbours, ascending; other comparisons are
            another tally.
        by_results: the id of their tournament if it draws boards by results so far, as a Swiss tournament and a ladder
            do; otherwise 0.
    """

    players: tuple[int, ...]
    boards: int = 0
    halves: list[int] = field(default_factory=list)
    squares: list[int] = field(default_factory=list)
    products: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    infractions: list[int] = field(default_factory=list)
    tables_per_board: int = 1
    by_results: int = 0

    def __post_init__(self) -> None:
        count, pairs = len(self.players), len(self.pairs)
        self.halves = self.halves or [0] * pairs
        self.squares = self.squares or [0] * pairs
        self.products = self.products or [0] * (count * (count + 1) // 2)
        self.points = self.points or [0] * count
        self.infractions = self.infractions or [0] * count

    @property
    def most(self) -> int:
        """Half points of a pair on one board."""
        return 2 * self.games

    @property
    def games(self) -> int:
        """Games of a player on one board."""
        return games_each(len(self.players), self.tables_per_board)

    @property
    def opponents(self) -> int:
        """How many others each player is compared with."""
        return field_of(len(self.players), self.tables_per_board) - 1

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """The index pairs of compared players."""
        return pairs_of(len(self.players), self.tables_per_board)

    @property
    def fields(self) -> list[tuple[int, ...]]:
        """The players, split into groups whose members are compared."""
        return [self.players[part] for part in fields_of(len(self.players), self.tables_per_board)]

    def by_field(self) -> "list[LineUpTally]":
        """Return a tally for each of the fields, of the same boards."""
        pairs = self.opponents * (self.opponents + 1) // 2
        both = list(combinations_with_replacement(range(len(self.players)), 2))
        return [
            LineUpTally(
                self.players[part],
                self.boards,
                self.halves[index * pairs :][:pairs],
                self.squares[index * pairs :][:pairs],
                [each for (i, j), each in zip(both, self.products, strict=True) if part.start <= i <= j < part.stop],
                self.points[part],
                self.infractions[part],
                self.tables_per_board,
                self.by_results,
            )
            for index, part in enumerate(fields_of(len(self.players), self.tables_per_board))
        ]

    def totals(self) -> list[int]:
        """Return each player's half points against all, over all boards."""
        totals = [0] * len(self.players)
        for (i, j), halves in zip(self.pairs, self.halves, strict=True):
            totals[i] += halves
            totals[j] += self.boards * self.most - halves
        return totals

    def total_squares(self) -> list[int]:
        """Return each player's sum over boards of its total squared."""
        places = combinations_with_replacement(range(len(self.players)), 2)
        return [value for (i, j), value in zip(places, self.products, strict=True) if i == j]

    def add(self, board: BoardScore) -> None:
        """Count one more board of these players."""
        places = tuple(map(board.line_up.index, self.players))
        totals = [0] * len(places)
        sums, squares, products, most = self.halves, self.squares, self.products, board.most
        for pair, ((i, j), halves) in enumerate(zip(self.pairs, board.halves_in(places), strict=True)):
            sums[pair] += halves
            squares[pair] += halves * halves
            totals[i] += halves
            totals[j] += most - halves
        for pair, (one, other) in enumerate(combinations_with_replacement(totals, 2)):
            products[pair] += one * other
        for i, place in enumerate(places):
            self.points[i] += board.points[place]
            self.infractions[i] += board.infractions[place]
        self.boards += 1


def line_up_of(board: BoardScore) -> tuple[int, ...]:
    """Return the players of the tally that counts a board."""
    if board.tables_per_board == 1:
        return tuple(sorted(board.line_up))
    return tuple(player for field in sorted(sorted(field) for field in board.fields) for player in field)

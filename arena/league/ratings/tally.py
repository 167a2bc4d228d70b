"""Boards of one variant summed up by line-up: the input of all tables.

All sums are of whole numbers, so the order of boards does not matter.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, compress
from typing import Any, Final, NamedTuple

from arena.league.ratings.boards import BoardScore, field_of, fields_of, games_each, pairs_of

LISTS: Final = (
    *("halves", "squares", "products", "points", "infractions"),
    *("block_halves", "block_squares", "block_products"),
)


class Clusters(NamedTuple):
    """Sums over the clusters of a tally, boards or blocks, with n boards in each.

    *boards* sums up n squared, and *totals* n times each player's half points against all others in the cluster.
    *products* is as in a `LineUpTally`, of those half points.
    """

    boards: int
    totals: list[int]
    products: list[int]


class Sums(NamedTuple):
    """Sums of the scores of one player, or of the first of a pair, in half points.

    *boards*, *halves* and *squares* are sums over boards. *blocks* is the number of blocks. *block_boards* sums up
    their numbers of boards squared, and *block_halves* their half points times their numbers of boards.
    *block_squares* sums up their half points squared.
    """

    boards: int
    halves: int
    squares: int
    blocks: int
    block_boards: int
    block_halves: int
    block_squares: int

    @classmethod
    def of_independent(cls, count: int, halves: int, squares: int) -> "Sums":
        """Return the sums of *count* scores, each of which is a block."""
        return cls(count, halves, squares, count, count, halves, squares)


@dataclass
class BlockTally:
    """The boards of a block that were counted so far, and the half points in them, pairs as in `boards.pairs_of`."""

    boards: int = 0
    halves: list[int] = field(default_factory=list)


@dataclass
class LineUpTally:
    """The boards of one line-up in any circular order; *players* ascend.

    *halves*: half points that the first of each pair won from the second, over all games; pairs as in
    `boards.pairs_of`. *squares*: the same of each board squared. *products*: the sum over boards of the product of two
    players' totals, for each pair of players and each with itself (`combinations_with_replacement`). A player's total
    on a board is its half points against all others.

    *tables_per_board*: as of a `BoardScore`. Above 1 players stand next to those they are compared with, and ascend
    among those. Other comparisons are another tally. *by_results*: the id of their tournament if it draws boards by
    results so far, as a Swiss tournament and a ladder do; 0 for others.

    *blocks*: how many; without any, each board is one. *block_boards*, *block_halves*, *block_squares*: sums over
    blocks, as in `Sums`. *block_products*: products of totals in each block.
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
    blocks: int = 0
    block_boards: int = 0
    block_halves: list[int] = field(default_factory=list)
    block_squares: list[int] = field(default_factory=list)
    block_products: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        count, pairs = len(self.players), len(self.pairs)
        self.halves = self.halves or [0] * pairs
        self.squares = self.squares or [0] * pairs
        self.products = self.products or [0] * (count * (count + 1) // 2)
        self.points = self.points or [0] * count
        self.infractions = self.infractions or [0] * count
        if not self.blocks:
            self.blocks = self.block_boards = self.boards
            self.block_halves, self.block_squares = list(self.halves), list(self.squares)
            self.block_products = list(self.products)

    @property
    def by_board(self) -> Clusters:
        """The sums over boards."""
        return Clusters(self.boards, self.totals(), self.products)

    @property
    def by_block(self) -> Clusters:
        """The sums over blocks."""
        return Clusters(self.block_boards, self._totals(self.block_halves, self.block_boards), self.block_products)

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
        tallies = []
        for index, part in enumerate(fields_of(len(self.players), self.tables_per_board)):
            own = slice(index * pairs, (index + 1) * pairs)
            inside = [part.start <= i <= j < part.stop for i, j in both]
            tallies.append(
                LineUpTally(
                    self.players[part],
                    self.boards,
                    self.halves[own],
                    self.squares[own],
                    list(compress(self.products, inside)),
                    self.points[part],
                    self.infractions[part],
                    self.tables_per_board,
                    self.by_results,
                    self.blocks,
                    self.block_boards,
                    self.block_halves[own],
                    self.block_squares[own],
                    list(compress(self.block_products, inside)),
                )
            )
        return tallies

    def totals(self) -> list[int]:
        """Return each player's half points against all, over all boards."""
        return self._totals(self.halves, self.boards)

    def pair_sums(self) -> list[Sums]:
        """Return the sums of the first of each pair against the second."""
        block = self.blocks, self.block_boards
        each = zip(self.halves, self.squares, self.block_halves, self.block_squares, strict=True)
        return [Sums(self.boards, one, two, *block, three, four) for one, two, three, four in each]

    def player_sums(self) -> list[Sums]:
        """Return each player's sums against all others."""
        own = [i == j for i, j in combinations_with_replacement(range(len(self.players)), 2)]
        by_board, by_block = self.by_board, self.by_block
        squares = (compress(clusters.products, own) for clusters in (by_board, by_block))
        block = self.blocks, self.block_boards
        each = zip(by_board.totals, next(squares), by_block.totals, next(squares), strict=True)
        return [Sums(self.boards, one, two, *block, three, four) for one, two, three, four in each]

    def add(self, board: BoardScore, block: BlockTally | None = None) -> None:
        """Count one more board of these players, and add it to the *block* that it is in; by default its own."""
        block = block or BlockTally()
        places = tuple(map(board.line_up.index, self.players))
        halves = board.halves_in(places)
        before = block.halves or [0] * len(halves)
        after = [old + new for old, new in zip(before, halves, strict=True)]
        boards = block.boards
        for pair, (new, old, both) in enumerate(zip(halves, before, after, strict=True)):
            self.halves[pair] += new
            self.squares[pair] += new * new
            self.block_halves[pair] += (boards + 1) * both - boards * old
            self.block_squares[pair] += both * both - old * old
        alone, earlier = self._totals(halves, 1), self._totals(before, boards)
        now = [old + new for old, new in zip(earlier, alone, strict=True)]
        for pair, (i, j) in enumerate(combinations_with_replacement(range(len(places)), 2)):
            self.products[pair] += alone[i] * alone[j]
            self.block_products[pair] += now[i] * now[j] - earlier[i] * earlier[j]
        for i, place in enumerate(places):
            self.points[i] += board.points[place]
            self.infractions[i] += board.infractions[place]
        self.boards += 1
        self.blocks += not boards
        self.block_boards += 2 * boards + 1
        block.boards, block.halves = boards + 1, after

    def less(self, part: "LineUpTally") -> "LineUpTally":
        """Return this tally without the boards of *part*, a tally of some of them."""
        sums: dict[str, Any] = {}
        for name in ("boards", "blocks", "block_boards"):
            sums[name] = getattr(self, name) - getattr(part, name)
        for name in LISTS:
            sums[name] = [one - other for one, other in zip(getattr(self, name), getattr(part, name), strict=True)]
        rest = LineUpTally(self.players, tables_per_board=self.tables_per_board, by_results=self.by_results)
        vars(rest).update(sums)
        return rest

    def _totals(self, halves: Sequence[int], boards: int) -> list[int]:
        """Return each player's half points against all, from those of each pair over *boards*."""
        totals = [0] * len(self.players)
        for (i, j), each in zip(self.pairs, halves, strict=True):
            totals[i] += each
            totals[j] += boards * self.most - each
        return totals


def line_up_of(board: BoardScore) -> tuple[int, ...]:
    """Return the players of the tally that counts a board."""
    if board.tables_per_board == 1:
        return tuple(sorted(board.line_up))
    return tuple(player for field in sorted(sorted(field) for field in board.fields) for player in field)

"""Closed boards of one variant summed up by line-up: all that the official table needs, however many boards there are.

Scores are counted in half points, which are whole numbers: the sums are the same in whatever order boards come.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement

from arena.league.boards import ClosedBoard, pair_halves


@dataclass
class LineUpTally:
    """The boards of one line-up, whatever its circular order. *players* ascend.

    Attributes:
        halves: half points that the first of each pair of players took off the second, over all games; pairs in
            the order of `itertools.combinations`.
        products: for each pair of players, and each with itself (`combinations_with_replacement`), the sum over
            boards of the product of their totals: a player's total on a board is its half points against all others.
    """

    players: tuple[int, ...]
    boards: int = 0
    halves: list[int] = field(default_factory=list)
    products: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        count = len(self.players)
        self.halves = self.halves or [0] * (count * (count - 1) // 2)
        self.products = self.products or [0] * (count * (count + 1) // 2)

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

    def add(self, board: ClosedBoard) -> None:
        """Count one more board of these players."""
        places = [board.line_up.index(player) for player in self.players]
        totals = [0] * len(places)
        for pair, (i, j) in enumerate(combinations(range(len(places)), 2)):
            halves = sum(pair_halves(out.ranks[places[i]], out.ranks[places[j]]) for out in board.outcomes)
            self.halves[pair] += halves
            totals[i] += halves
            totals[j] += self.most - halves
        for pair, (i, j) in enumerate(combinations_with_replacement(range(len(totals)), 2)):
            self.products[pair] += totals[i] * totals[j]
        self.boards += 1


def tallied(boards: Iterable[ClosedBoard]) -> list[LineUpTally]:
    """The tallies of *boards*, all of one variant, in order of players."""
    tallies: dict[tuple[int, ...], LineUpTally] = {}
    for board in boards:
        players = tuple(sorted(board.line_up))
        tallies.setdefault(players, LineUpTally(players)).add(board)
    return [tallies[players] for players in sorted(tallies)]

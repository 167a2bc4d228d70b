"""Sum up a gate's deals: differences, bets won and estimates."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import fsum

from arena.league.gates.betting import Decision, Shares, Terms, against, interval, log_wealth
from arena.league.ratings.boards import BoardScore

CONFIDENCE = 0.95

Block = tuple[int, int]  # its deals that count, and their sum of new - old, in half points


@dataclass
class DealTally:
    """A variant's deals, in whole numbers.

    *new* and *old*: half points of the versions against all others at their boards; *most*: those of a whole board. If
    the two meet (*direct*), *old* is the rest of it. *blocks*: the number of blocks of each kind. Deals of a block
    share line-up and programs, so its mean difference is one observation.
    """

    most: int
    direct: bool
    deals: int = 0
    new: int = 0
    old: int = 0
    blocks: Counter[Block] = field(default_factory=Counter)

    @classmethod
    def of_table(cls, bots: int) -> "DealTally":
        """Return an empty tally for a table of *bots* sides: a board has as many rotations, a pair two half points."""
        return cls(2 * bots * (bots - 1), bots == 2)

    def add(self, block: Sequence[tuple[int, int]]) -> None:
        """Add a block: half points (new, old) of each deal."""
        new, old = (sum(side) for side in zip(*block, strict=True))
        self.deals += len(block)
        self.new += new
        self.old += old
        self.blocks[len(block), new - old] += 1

    @property
    def reach(self) -> float:
        """The largest difference of a deal: 1/2 if the versions meet, since it is a score less 1/2."""
        return 0.5 if self.direct else 1.0

    @property
    def difference(self) -> float:
        """The new version's mean score less the old one's."""
        return self.reach * (self.new - self.old) / self.most / self.deals

    @property
    def differences(self) -> Counter[float]:
        """The number of blocks with each mean difference."""
        counts: Counter[float] = Counter()
        for (deals, total), blocks in self.blocks.items():
            counts[self.reach * total / (deals * self.most)] += blocks
        return counts


@dataclass(frozen=True)
class Estimate:
    """The new version's advantage: mean scores in [0, 1].

    *difference*: the new version's score less the old one's in its place; *low* and *high* bound its mean by a
    95% confidence sequence.
    """

    deals: int
    new: float
    old: float
    difference: float
    low: float
    high: float


class Evidence:
    """The tallies of a gate's variants, by index, with equally many blocks: all count equally."""

    def __init__(self, tallies: Sequence[DealTally]) -> None:
        self.tallies = tallies

    @property
    def deals(self) -> int:
        """Number of deals."""
        return sum(tally.deals for tally in self.tallies)

    def log_wealths(self, terms: Terms) -> tuple[float, float]:
        """Return the log wealth of bets on more than "above" and on less than "below".

        Natural logarithms. If variants differ in their means the bets are valid after whole rounds. All blocks of a
        round have the same stakes. The product of 1 + c(m/f - 1) over them is at most 1 if the mean of m is at
        most f.
        """
        reach, shares = _reach(self.tallies), _shares(self.tallies)
        above, below = ((reach + each) / (2 * reach) for each in terms.differences)
        return log_wealth(shares, above), log_wealth(against(shares), 1 - below)

    def decision(self, terms: Terms) -> Decision:
        """Return the decision after the last round, if none came before."""
        return terms.decision(*self.log_wealths(terms))

    def estimates(self) -> list[Estimate | None]:
        """Return the estimate of each variant; None without a deal."""
        return [_estimate([tally]) if tally.deals else None for tally in self.tallies]

    def pooled(self) -> Estimate | None:
        """Return the estimate over all variants with equal weight; None before each has a deal."""
        return _estimate(self.tallies) if all(tally.deals for tally in self.tallies) else None


def half_points(board: BoardScore, place: int) -> int:
    """Return the half points against all others on a board of the player at index *place*."""
    return sum(board.half_points(place, other) for other in range(len(board.line_up)) if other != place)


def _reach(tallies: Sequence[DealTally]) -> float:
    return max(tally.reach for tally in tallies)


def _shares(tallies: Sequence[DealTally]) -> Shares:
    """Return the blocks' differences, scaled from [-reach, reach] to [0, 1]."""
    reach, shares = _reach(tallies), Counter[float]()
    for tally in tallies:
        for difference, blocks in tally.differences.items():
            shares[(reach + difference) / (2 * reach)] += blocks
    return shares


def _estimate(tallies: Sequence[DealTally]) -> Estimate:
    count, reach, shares = len(tallies), _reach(tallies), _shares(tallies)
    low, high = ((2 * end - 1) * reach for end in interval(shares, 1 - CONFIDENCE))
    return Estimate(
        sum(tally.deals for tally in tallies),
        fsum(tally.new / tally.most / tally.deals for tally in tallies) / count,
        fsum(tally.old / tally.most / tally.deals for tally in tallies) / count,
        fsum(tally.difference for tally in tallies) / count,
        low,
        high,
    )

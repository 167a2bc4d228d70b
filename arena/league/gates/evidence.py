"""Sum up a gate's deals: differences of scores, wealth of the bets, and estimates."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, fsum, inf, lgamma

from arena.league.gates.betting import Decision, Shares, Terms, against, interval, log_wealth
from arena.league.ratings.boards import BoardScore

CONFIDENCE = 0.95
RUNS_ALARM = 0.001  # a gate warns below this probability, once at its end: one false warning in 1,000 gates
CAPPED_BLOCKS = 32  # of so many successive blocks in which one version has more infractions, the first has no cap

Side = tuple[int, int]  # (half points, infractions) of a version
Block = tuple[int, int, int]  # (number of its deals that count, sum of new - old over these in half points, cap)


@dataclass
class DealTally:
    """Sums over a variant's deals in a gate.

    *new*, *old*: half points of the two versions against all others on their boards. *most*: the maximum per board.
    *direct*: whether the two versions meet; *old* is then the rest of the half points. *runs*: of successive blocks
    whose sums have one sign, without sums of 0; *last_sign*: that of the last. *blocks*: the number of blocks of each
    kind. Deals of a block share line-up and programs, so the block's mean difference is one observation.
    """

    most: int
    direct: bool
    deals: int = 0
    new: int = 0
    old: int = 0
    runs: int = 0
    last_sign: int = 0
    blocks: Counter[Block] = field(default_factory=Counter)

    @classmethod
    def of_table(cls, bots: int) -> "DealTally":
        """Return an empty tally; each of a board's *bots* rotations gives at most 2 half points per opponent."""
        return cls(2 * bots * (bots - 1), bots == 2)

    def add(self, block: Sequence[tuple[int, int]], cap: int = 0) -> None:
        """Add a block, given as half points (new version, old version) of each deal. *cap*: see `Shares`."""
        new, old = (sum(side) for side in zip(*block, strict=True))
        self.deals += len(block)
        self.new += new
        self.old += old
        self.blocks[len(block), new - old, cap] += 1
        sign = (new > old) - (new < old)
        if sign not in (0, self.last_sign):
            self.last_sign, self.runs = sign, self.runs + 1

    @property
    def reach(self) -> float:
        """Return the largest difference on a deal: 1/2 if the versions meet, since it is then a score minus 1/2."""
        return 0.5 if self.direct else 1.0

    @property
    def difference(self) -> float:
        """Return the new version's mean score minus that of the old version."""
        return self.reach * (self.new - self.old) / self.most / self.deals

    @property
    def differences(self) -> Counter[tuple[float, int]]:
        """Return the number of blocks by mean difference of scores and cap."""
        counts: Counter[tuple[float, int]] = Counter()
        for (deals, total, cap), blocks in self.blocks.items():
            counts[self.reach * total / (deals * self.most), cap] += blocks
        return counts

    def count(self, sign: int) -> int:
        """Return the number of blocks whose sum has that sign."""
        return sum(blocks for (_, total, _), blocks in self.blocks.items() if total * sign > 0)


@dataclass(frozen=True)
class Estimate:
    """An estimate of the new version's advantage. *new*, *old*: mean scores in [0, 1].

    *difference*: new - old, in the same place. *low*, *high*: the 95% confidence sequence of its mean.
    """

    deals: int
    new: float
    old: float
    difference: float
    low: float
    high: float


class Evidence:
    """The tallies of all variants of a gate, by index. They have equally many blocks and so equal weight.

    *streak*: number of last blocks, over all variants, in which the old version had more infractions; -: the new one.
    """

    def __init__(self, tallies: Sequence[DealTally], streak: int = 0) -> None:
        self.tallies = tallies
        self.streak = streak

    def add(self, variant: int, block: Sequence[tuple[Side, Side]]) -> None:
        """Add a block, given as the sides (new, old version) of each deal. It gets a cap within a streak."""
        new, old = (sum(infractions for _, infractions in sides) for sides in zip(*block, strict=True))
        more = (old > new) - (old < new)
        self.streak = more * (1 + max(0, more * self.streak))
        cap = more * bool((abs(self.streak) - 1) % CAPPED_BLOCKS)
        self.tallies[variant].add([(ours, theirs) for (ours, _), (theirs, _) in block], cap)

    @property
    def deals(self) -> int:
        """Return the number of deals of all variants."""
        return sum(tally.deals for tally in self.tallies)

    def log_wealths(self, terms: Terms) -> tuple[float, float]:
        """Return the natural logarithms of the wealth of both bets: on more than "above", on less than "below".

        If the variants have different means, the bets are valid after whole rounds. All blocks of a round have the same
        stake c. Their product of 1 + c(m/f - 1) is expected to be at most 1 if m has a mean of f or less.
        """
        reach, shares = _shares(self.tallies)
        above, below = ((reach + each) / (2 * reach) for each in terms.differences)
        return log_wealth(shares, above), log_wealth(against(shares), 1 - below)

    def decision(self, terms: Terms) -> Decision:
        """Return the decision after the last round, provided that no earlier round decided."""
        return terms.decision(*self.log_wealths(terms))

    @property
    def runs_p(self) -> float:
        """Return the probability that a variant has so few runs if blocks are independent (C. E. Bonferroni, 1936)."""
        each = [few_runs(tally.count(1), tally.count(-1), tally.runs) for tally in self.tallies]
        return min(1.0, len(each) * min(each))

    def warning(self, new: str, old: str, decided: bool) -> str:
        """Return a warning that the version *new* or *old* was disturbed; "" if nothing shows it."""
        caps = Counter(cap for tally in self.tallies for *_, cap in tally.blocks.elements())
        usual = ", a majority, support" if 2 * caps[-1] > caps.total() else " cannot support"
        parts = [
            f"{caps[cap]} of {caps.total()} blocks{verb} {verdict!r}: {name} had more infractions in successive blocks"
            for cap, verb, verdict, name in ((1, " cannot support", "stronger", old), (-1, usual, "not stronger", new))
            if caps[cap]
        ]
        if decided and (p := self.runs_p) < RUNS_ALARM:
            parts += [f"results of this gate come in runs (p = {p:.1g}): a bot was disturbed for long; repeat the gate"]
        return "; ".join(parts)

    def estimates(self) -> list[Estimate | None]:
        """Return the estimate of each variant; None for a variant without deals."""
        return [_estimate([tally]) if tally.deals else None for tally in self.tallies]

    def pooled(self) -> Estimate | None:
        """Return the estimate over all variants with equal weight; None until each has a deal."""
        return _estimate(self.tallies) if all(tally.deals for tally in self.tallies) else None


def few_runs(above: int, below: int, runs: int) -> float:
    """Return the probability of at most *runs* runs if all orders of *above* and *below* signs are equally likely.

    A. Wald, J. Wolfowitz, "On a test whether two samples are from the same population", Annals of Mathematical
    Statistics 11 (1940): C(above - 1, k - 1) C(below - 1, m - 1) orders have k runs of one sign, then m of the other.
    """
    parts = ((k, n - k) for n in range(2, runs + 1) for k in (n // 2, n - n // 2))
    ways = (_log_choose(above - 1, k - 1) + _log_choose(below - 1, m - 1) for k, m in parts)
    orders = _log_choose(above + below, above)
    return min(1.0, fsum(exp(way - orders) for way in ways)) if above and below else 1.0


def _log_choose(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) if 0 <= k <= n else -inf


def side_of(board: BoardScore, place: int) -> Side:
    """Return the half points on a board, against all others, and infractions of the player at index *place*."""
    others = (other for other in range(len(board.line_up)) if other != place)
    return sum(board.half_points(place, other) for other in others), board.infractions[place]


def _shares(tallies: Sequence[DealTally]) -> tuple[float, Shares]:
    """Return the reach, and the number of blocks by difference, scaled from [-reach, reach] to [0, 1], and cap.

    If most blocks have cap -1, infractions are usual for the new version, and these blocks count in full.
    """
    reach, shares = max(tally.reach for tally in tallies), Counter[tuple[float, int]]()
    usual = sum(blocks if cap < 0 else -blocks for tally in tallies for (*_, cap), blocks in tally.blocks.items()) > 0
    for tally in tallies:
        for (difference, cap), blocks in tally.differences.items():
            shares[(reach + difference) / (2 * reach), max(cap, 0) if usual else cap] += blocks
    return reach, shares


def _estimate(tallies: Sequence[DealTally]) -> Estimate:
    count, (reach, shares) = len(tallies), _shares(tallies)
    low, high = ((2 * end - 1) * reach for end in interval(shares, 1 - CONFIDENCE))
    return Estimate(
        sum(tally.deals for tally in tallies),
        fsum(tally.new / tally.most / tally.deals for tally in tallies) / count,
        fsum(tally.old / tally.most / tally.deals for tally in tallies) / count,
        fsum(tally.difference for tally in tallies) / count,
        low,
        high,
    )

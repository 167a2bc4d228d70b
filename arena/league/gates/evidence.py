"""What a gate's deals come to: the sums its test looks at, and how much stronger the new version is, in board Elo."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt

from arena.league.gates.sprt import UNIT, Decision, Hypotheses
from arena.league.numeric.student import t_cdf, t_quantile, welch
from arena.league.ratings.boards import BoardScore
from arena.league.ratings.strengths import ELO

LEAST_DEALS = 10  # of each variant: below that no interval is given
CONFIDENCE = 0.95


@dataclass
class DealTally:
    """A variant's deals. *new* and *old*: half points of the versions against all others at their boards.

    Whole numbers: what is summed up in pieces, or again from the start, is the same to the last bit.
    *most*: half points there were to take on a board. Where the two meet (*direct*) *old* is the rest of it.
    """

    most: int
    direct: bool
    deals: int = 0
    new: int = 0
    old: int = 0
    new_squares: int = 0
    old_squares: int = 0
    products: int = 0

    @classmethod
    def of_table(cls, bots: int) -> "DealTally":
        """Of a table of so many sides, without a deal: a board has a rotation for each, two half points a pair."""
        return cls(2 * bots * (bots - 1), bots == 2)

    def add(self, new: int, old: int) -> None:
        """One more deal."""
        self.deals += 1
        self.new += new
        self.old += old
        self.new_squares += new * new
        self.old_squares += old * old
        self.products += new * old

    @property
    def total(self) -> float:
        """The sum of the deals' differences, each in [-1, 1]."""
        return (self.new - self.old) / self.most

    @property
    def squares(self) -> float:
        """The sum of their squares."""
        return (self.new_squares + self.old_squares - 2 * self.products) / self.most**2


@dataclass(frozen=True)
class Estimate:
    """By how much the new version is stronger, in board Elo. *new*, *old*: their mean scores, in [0, 1].

    *error*: standard error of *elo*; None with fewer than two deals. *low* and *high* bound the 95% interval, None
    below 10 deals of a variant and while all are alike, and so is *superiority*: how likely the new one is stronger.
    """

    deals: int
    new: float
    old: float
    elo: float
    error: float | None
    degrees: float  # of freedom

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self._width is None else self.elo - self._width

    @property
    def high(self) -> float | None:
        """The upper end."""
        return None if self._width is None else self.elo + self._width

    @property
    def superiority(self) -> float | None:
        """P(Elo > 0) by Student's t."""
        return t_cdf(self.elo / self.error, self.degrees) if self._width and self.error else None

    @property
    def _width(self) -> float | None:
        if not self.error or self.degrees < LEAST_DEALS - 1:
            return None
        return t_quantile((1 + CONFIDENCE) / 2, self.degrees) * self.error


class Evidence:
    """The tallies of a gate's variants, by index."""

    def __init__(self, tallies: Sequence[DealTally]) -> None:
        self.tallies = tallies

    @property
    def deals(self) -> int:
        """How many there are."""
        return sum(tally.deals for tally in self.tallies)

    def log_likelihood_ratio(self, hypotheses: Hypotheses) -> float:
        """Of H1 to H0."""
        return hypotheses.log_likelihood_ratio(self.deals, *self._sums)

    def decision(self, hypotheses: Hypotheses) -> Decision:
        """What is decided after the last deal, if nothing was before."""
        return hypotheses.decision(self.deals, *self._sums)

    @property
    def normalised_elo(self) -> float | None:
        """The mean difference in standard deviations, in the unit of the hypotheses; None while deals do not differ."""
        total, squares = self._sums
        spread = squares - total * total / self.deals if self.deals > 1 else 0.0
        return UNIT * total / self.deals / sqrt(spread / (self.deals - 1)) if spread > 1e-12 else None

    def estimates(self) -> list[Estimate | None]:
        """Of each variant; None without a deal."""
        return [_estimate(tally) if tally.deals else None for tally in self.tallies]

    def pooled(self) -> Estimate | None:
        """All variants with equal weight (docs/explanation/gates.md); None before each has a deal."""
        each = [estimate for estimate in self.estimates() if estimate]
        if len(each) < len(self.tallies):
            return None
        count = len(each)
        errors = [estimate.error for estimate in each if estimate.error is not None]
        error = sqrt(fsum(one * one for one in errors)) / count if len(errors) == count else None
        variances = [(one * one, estimate.degrees) for one, estimate in zip(errors, each, strict=False)]
        # Welch's degrees of freedom are for many deals: a variant with few has an interval of no use.
        few = min(estimate.deals for estimate in each) < LEAST_DEALS
        return Estimate(
            self.deals,
            fsum(estimate.new for estimate in each) / count,
            fsum(estimate.old for estimate in each) / count,
            fsum(estimate.elo for estimate in each) / count,
            error,
            0 if few or error is None else welch(variances),
        )

    @property
    def _sums(self) -> tuple[float, float]:
        return fsum(tally.total for tally in self.tallies), fsum(tally.squares for tally in self.tallies)


def half_points(board: BoardScore, place: int) -> int:
    """Those of the player at index *place* of the line-up against all others."""
    return sum(board.half_points(place, other) for other in range(len(board.line_up)) if other != place)


def _estimate(tally: DealTally) -> Estimate:
    """The difference of the two scores on the scale of board Elo, E(s) = 400 log10(s / (1 - s)); of the new one's alone
    where they meet. Its variance by the delta method: E'(s) = 400 / ln 10 / (s (1 - s)).

    One virtual drawn board for each, as in the official table, keeps a clean sweep finite.
    """
    deals, most = tally.deals, tally.most
    new, old = ((2 * taken + most) / (2 * most * (deals + 1)) for taken in (tally.new, tally.old))
    elo = _board_elo(new) - (0 if tally.direct else _board_elo(old))
    error = None
    if deals > 1:
        slope_new, slope_old = _slope(new), 0 if tally.direct else _slope(old)
        variance = (
            slope_new**2 * _covariance(tally.new_squares, tally.new, tally.new, deals)
            + slope_old**2 * _covariance(tally.old_squares, tally.old, tally.old, deals)
            - 2 * slope_new * slope_old * _covariance(tally.products, tally.new, tally.old, deals)
        )
        error = sqrt(max(0.0, variance) / deals) / most
    return Estimate(deals, tally.new / most / deals, tally.old / most / deals, elo, error, deals - 1)


def _covariance(products: int, one: int, other: int, deals: int) -> float:
    return (deals * products - one * other) / (deals * (deals - 1))


def _board_elo(score: float) -> float:
    return ELO * log(score / (1 - score))


def _slope(score: float) -> float:
    return ELO / (score * (1 - score))

import math
from statistics import stdev

import numpy as np
import numpy.typing as npt
import pytest

from arena.league.numeric.student import t_quantile
from arena.league.ratings.interval import Interval, average, score_interval
from tests.league.made import known
from tests.sizes import sized

Scores = npt.NDArray[np.float64]


def of(scores: list[float]) -> Interval:
    return known(score_interval(len(scores), sum(scores) / len(scores), stdev(scores) / math.sqrt(len(scores))))


def test_interval_needs_ten_boards() -> None:
    assert score_interval(9, 0.5, 0.1) is None
    assert score_interval(10, 0.5, 0.1) is not None


def test_an_interval_by_hand() -> None:
    # docs/explanation/rating-formulas.md: 30 boards, mean 0.6, error 0.05; V, the effective boards n, Newcombe's ends.
    z, t = 1.9599640, 2.0452296  # of t at 0.975 with 29 degrees, from a printed table
    v = (0.05**2 * 30 * 29 + 2 * 0.24) / 31 / 30
    assert known(score_interval(30, 0.6, 0.05)) == pytest.approx(newcombe(0.6, 0.24 / v * (z / t) ** 2), abs=1e-6)
    # The example of that page: 12 boards in 4 blocks.
    error = math.sqrt(1.625 * 4 / 3) / 12
    assert known(score_interval(12, 8 / 12, error, 4)) == pytest.approx((0.223, 0.947), abs=5e-4)


def newcombe(m: float, n: float) -> Interval:
    z = 1.9599640
    below = z * math.sqrt(z**2 - 2 - 1 / n + 4 * m * (n * (1 - m) + 1))
    above = z * math.sqrt(z**2 + 2 - 1 / n + 4 * m * (n * (1 - m) - 1))
    return (2 * n * m + z**2 - 1 - below) / 2 / (n + z**2), (2 * n * m + z**2 + 1 + above) / 2 / (n + z**2)


def test_an_interval_of_boards_won_or_lost_is_newcombes() -> None:
    # R. G. Newcombe (1998), table I, method 4: 81 of 263 is 0.2535 to 0.3682. Two boards more of the same scatter and
    # t of 262 degrees instead of z change it in the third decimal.
    low, high = of([1.0] * 81 + [0.0] * 182)
    assert (low, high) == pytest.approx((0.2535, 0.3682), abs=1e-3)


@pytest.mark.parametrize(("boards", "low"), [(10, 0.6915), (99, 0.9634), (100, 0.9638)])
def test_a_clean_sweep_has_the_exact_bound(boards: int, low: float) -> None:
    assert known(score_interval(boards, 1.0, 0.0)) == pytest.approx((low, 1.0), abs=1e-4)
    assert known(score_interval(boards, 0.0, 0.0)) == pytest.approx((0.0, 1 - low), abs=1e-4)


def test_near_sweep_has_no_narrower_interval_than_a_sweep() -> None:
    assert of([1.0] * 99 + [0.99])[0] <= known(score_interval(100, 1.0, 0.0))[0]
    assert of([0.0] * 99 + [0.01])[1] >= known(score_interval(100, 0.0, 0.0))[1]


def test_scores_that_never_change_are_not_certain() -> None:
    low, high = of([0.5] * 100)
    assert (0.5 - low, high - 0.5) == pytest.approx((0.014, 0.014), abs=1e-3)


def test_an_interval_is_on_the_scale_around_the_mean() -> None:
    for count in (10, 40):
        for won in range(count + 1):
            for rest in (0.0, 0.25):
                scores = [1.0] * won + [rest] * (count - won)
                low, high = of(scores)
                assert 0 <= low <= sum(scores) / count <= high <= 1


def test_variants_count_equally() -> None:
    # V of the mean of two is a quarter of the sum of both, each with the scatter of the mean, 0.5
    boards, score, error, interval = average([(10, 0.4, 0.03, 10), (1000, 0.6, 0.04, 1000)])
    assert (boards, score) == (1010, 0.5)
    assert error == pytest.approx(0.025)
    v = [(e**2 * n * (n - 1) + 2 * 0.25) / (n + 1) / n for n, e in ((10, 0.03), (1000, 0.04))]
    degrees = int(sum(v) ** 2 / (v[0] ** 2 / 9 + v[1] ** 2 / 999))
    n = 4 * 0.25 / sum(v) * (1.9599640 / t_quantile(0.975, degrees)) ** 2
    assert known(interval) == pytest.approx(newcombe(0.5, n), abs=1e-6)
    assert average([(10, 0.4, 0.03, 10), (9, 0.6, 0.04, 9)])[3] is None


def test_sweep_of_several_variants_is_bounded_by_the_fewest_boards() -> None:
    swept = known(average([(10, 1.0, 0.0, 10), (30, 1.0, 0.0, 30)])[3])
    assert swept == pytest.approx((0.025 ** (1 / 20), 1.0))


def rotations(rng: np.random.Generator, size: tuple[int, int], mean: float, seats: int, repeats: float) -> Scores:
    """Draw boards of won and lost rotations; with the probability *repeats* one goes like the board's first."""
    luck = rng.random((*size, seats))
    again = rng.random((*size, seats)) < repeats
    won: Scores = (np.where(again, luck[..., :1], luck) < mean).mean(-1)
    return won


def halved(rng: np.random.Generator, size: tuple[int, int], mean: float) -> Scores:
    """Draw boards that are halved, except for some that are won."""
    return np.where(rng.random(size) < 2 * (mean - 0.5), 1.0, 0.5)


def coverage(scores: Scores, mean: float) -> float:
    """Return how often the interval of *found*, trials x boards, holds the mean."""
    boards = scores.shape[1]
    # The same mean and error give the same interval: of few boards there are few of them.
    kinds, often = np.unique(
        np.round(np.stack([scores.mean(1), scores.std(1, ddof=1) / np.sqrt(boards)], 1), 12), axis=0, return_counts=True
    )
    inside = [
        low <= mean <= high for low, high in (known(score_interval(boards, float(m), float(e))) for m, e in kinds)
    ]
    return float(np.average(inside, weights=often))


@pytest.mark.parametrize("boards", [10, 30, 100, 300])
@pytest.mark.parametrize("mean", [0.5, 0.8, 0.95, 0.98, 0.995])
def test_intervals_cover_the_mean_also_near_the_ends(boards: int, mean: float) -> None:
    rng, size = np.random.default_rng(7), (sized(400, 6000), boards)
    for seats, repeats in ((1, 0.0), (2, 0.3), (4, 0.3), (4, 0.8), (5, 0.0)):
        assert coverage(rotations(rng, size, mean, seats, repeats), mean) >= 0.93
    assert coverage(halved(rng, size, mean), mean) >= 0.93


@pytest.mark.parametrize("means", [(0.5, 0.5), (0.99, 0.5), (0.97,) * 11, (0.99,) * 5, (0.95, 0.9, 0.8)])
@pytest.mark.parametrize("boards", [10, 30])
def test_intervals_cover_the_mean_of_variants(means: tuple[float, ...], boards: int) -> None:
    rng, trials, inside = np.random.default_rng(7), sized(150, 3000), 0
    samples = np.stack([rotations(rng, (trials, boards), mean, 2, 0.3) for mean in means], 1)
    for season in samples:
        errors = season.std(1, ddof=1) / math.sqrt(boards)
        scores = [(boards, float(each), float(e), boards) for each, e in zip(season.mean(1), errors, strict=True)]
        low, high = known(average(scores)[3])
        inside += low <= sum(means) / len(means) <= high
    assert inside / trials >= 0.93

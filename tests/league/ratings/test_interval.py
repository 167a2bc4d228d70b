import math

import pytest

from arena.league.numeric.student import t_quantile
from arena.league.ratings.interval import Interval, average, score_interval


def told(interval: Interval | None) -> Interval:
    assert interval is not None
    return interval


def test_a_mean_has_students_interval_from_ten_boards_on() -> None:
    assert score_interval(9, 0.5, 0.1) is None
    low, high = told(score_interval(10, 0.5, 0.1))
    assert high - 0.5 == pytest.approx(2.262157 * 0.1, abs=1e-6)  # t(0.975, 9)
    assert 0.5 - low == pytest.approx(high - 0.5)
    assert told(score_interval(10, 0.9, 0.1)) == pytest.approx((0.9 - 0.2262157, 1.0))


def test_a_clean_sweep_is_not_taken_for_certain() -> None:
    boards = [1.0] * 20 + [0.5]
    mean = sum(boards) / 21
    error = math.sqrt(sum((each - mean) ** 2 for each in boards) / 20 / 21)
    low, high = told(score_interval(20, 1.0, 0.0))
    assert (low, high) == pytest.approx((mean - t_quantile(0.975, 20) * error, 1.0))
    assert told(score_interval(20, 0.0, 0.0)) == pytest.approx((0.0, 1 - low))


def test_variants_count_equally_with_welchs_degrees() -> None:
    boards, score, error, interval = average([(10, 0.4, 0.03), (1000, 0.6, 0.04)])
    assert (boards, score) == (1010, 0.5)
    assert error == pytest.approx(0.025)
    degrees = int((0.03**2 + 0.04**2) ** 2 / (0.03**4 / 9 + 0.04**4 / 999))
    width = t_quantile(0.975, degrees) * error
    assert told(interval) == pytest.approx((0.5 - width, 0.5 + width))
    assert average([(10, 0.4, 0.03), (9, 0.6, 0.04)])[3] is None
    assert average([(10, 1.0, 0.0), (10, 1.0, 0.0)])[3] == score_interval(20, 1.0, 0.0)

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.numeric.student import t_cdf, t_quantile, welch

# Of the usual tables.
TABLE = [
    (0.975, 1, 12.7062047),
    (0.975, 5, 2.5705818),
    (0.95, 10, 1.8124611),
    (0.975, 29, 2.0452296),
    (0.995, 100, 2.6258905),
]


@pytest.mark.parametrize(("probability", "degrees", "t"), TABLE)
def test_as_in_the_tables(probability: float, degrees: float, t: float) -> None:
    assert math.isclose(t_quantile(probability, degrees), t, rel_tol=1e-7)
    assert math.isclose(t_cdf(t, degrees), probability, rel_tol=1e-7)


def test_one_degree_is_the_cauchy_distribution_and_many_are_the_normal_one() -> None:
    assert math.isclose(t_cdf(3, 1), 0.5 + math.atan(3) / math.pi)
    assert math.isclose(t_quantile(0.975, math.inf), 1.959963984540054)
    assert math.isclose(t_quantile(0.975, 1e7), 1.959963984540054, rel_tol=1e-5)


@given(st.floats(0.001, 0.999), st.floats(1, 1000))
def test_quantile_and_probability_are_inverse(probability: float, degrees: float) -> None:
    assert math.isclose(t_cdf(t_quantile(probability, degrees), degrees), probability, rel_tol=1e-9)


def test_equal_parts_add_their_degrees() -> None:
    assert math.isclose(welch([(2.0, 9), (2.0, 9), (2.0, 9)]), 27)
    assert math.isclose(welch([(4.0, 9), (0.0, 9)]), 9)


def test_nothing_lies_beyond_infinity() -> None:
    assert t_cdf(math.inf, 5) == 1
    assert t_cdf(-math.inf, 5) == 0

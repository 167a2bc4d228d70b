import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.sequential import LEAST_DEALS, UNIT, Hypotheses, Sequential

HYPOTHESES = Hypotheses(elo0=0, elo1=40)


def test_bounds_and_size_of_the_fixed_test_by_hand() -> None:
    low, high = Hypotheses(alpha=0.05, beta=0.1).bounds
    assert math.isclose(high, math.log(0.9 / 0.05))
    assert math.isclose(low, math.log(0.1 / 0.95))
    # (z(0.95) + z(0.95))^2 / t^2, t = 40 / 347.4
    assert HYPOTHESES.fixed_deals == math.ceil((2 * 1.6448536 * UNIT / 40) ** 2)


def test_it_does_not_decide_on_a_handful() -> None:
    test = Sequential(HYPOTHESES)
    for _ in range(LEAST_DEALS - 1):
        test.add(1.0)
    assert test.decision == ""
    test.add(1.0)
    assert test.log_likelihood_ratio > 0


def test_two_that_play_alike_are_not_compared_for_ever() -> None:
    test = Sequential(HYPOTHESES)
    for _ in range(HYPOTHESES.fixed_deals):
        assert test.decision == ""
        test.add(0.0)
    assert test.decision == "not stronger"


def test_a_decision_stands() -> None:
    test = Sequential(HYPOTHESES)
    while not test.decision:
        test.add(0.5 if test.deals % 3 else 0.25)
    deals = test.deals
    test.add(-1.0)
    assert (test.decision, test.deals) == ("stronger", deals)


differences = st.lists(st.integers(-8, 8).map(lambda eighths: eighths / 8), min_size=LEAST_DEALS, max_size=60)


@given(differences, st.floats(0.1, 10))
def test_the_unit_of_the_differences_does_not_matter(given: list[float], unit: float) -> None:
    one, other = Sequential(HYPOTHESES), Sequential(HYPOTHESES)
    for difference in given:
        one.add(difference)
        other.add(difference * unit)
    assert math.isclose(one.log_likelihood_ratio, other.log_likelihood_ratio, rel_tol=1e-6, abs_tol=1e-9)


@given(differences)
def test_what_speaks_for_the_new_version_speaks_against_the_old(given: list[float]) -> None:
    # about hypotheses that mirror each other
    one, other = (Sequential(Hypotheses(elo0=-30, elo1=30)) for _ in range(2))
    for difference in given:
        one.add(difference)
        other.add(-difference)
    assert math.isclose(one.log_likelihood_ratio, -other.log_likelihood_ratio, abs_tol=1e-9)


def played(kind: str, elo: float, seed: int) -> Sequential:
    """A whole test of a version that is stronger by *elo*, with differences of a *kind*."""
    rng, test = np.random.default_rng(seed), Sequential(HYPOTHESES)
    while not test.decision:
        normal = rng.normal(size=100)
        if kind == "skewed":
            shape = rng.exponential(size=100) - 1
        elif kind == "often equal":
            shape = normal * (rng.random(100) < 0.3) / math.sqrt(0.3)
        else:
            shape = normal
        for difference in 0.2 * (shape + elo / UNIT):
            test.add(float(difference))
    return test


@pytest.mark.parametrize("kind", ["normal", "skewed", "often equal"])
def test_errors_are_as_rare_as_promised_and_deals_are_saved(kind: str) -> None:
    tests = 1000
    noise = 3 * math.sqrt(0.05 * 0.95 / tests)  # of the simulation itself
    equal = [played(kind, 0, seed) for seed in range(tests)]
    better = [played(kind, 40, seed) for seed in range(tests)]
    assert sum(test.decision == "stronger" for test in equal) / tests <= 0.05 + noise
    assert sum(test.decision == "not stronger" for test in better) / tests <= 0.05 + noise
    for outcome in (equal, better):
        assert sum(test.deals for test in outcome) / tests < 0.6 * HYPOTHESES.fixed_deals

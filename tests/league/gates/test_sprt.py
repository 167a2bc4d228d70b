import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.gates.sprt import UNIT, Hypotheses

HYPOTHESES = Hypotheses(elo0=0, elo1=40)
LEAST_DEALS = 20  # docs/explanation/gates.md: "Before 20 deals nothing is decided"


def ratio(hypotheses: Hypotheses, differences: list[float]) -> float:
    return hypotheses.log_likelihood_ratio(len(differences), sum(differences), sum(each**2 for each in differences))


def test_bounds_and_size_of_the_fixed_test_by_hand() -> None:
    low, high = Hypotheses(alpha=0.05, beta=0.1).bounds
    assert math.isclose(high, math.log(0.9 / 0.05))
    assert math.isclose(low, math.log(0.1 / 0.95))
    # (z(0.95) + z(0.95))^2 / t^2, t = 40 / 347.4
    assert HYPOTHESES.fixed_deals == math.ceil((2 * 1.6448536 * UNIT / 40) ** 2)


def test_it_does_not_decide_on_a_handful() -> None:
    few, easy = LEAST_DEALS - 1, Hypotheses(elo0=0, elo1=400)
    assert HYPOTHESES.log_likelihood_ratio(few, few, few) == 0
    assert HYPOTHESES.log_likelihood_ratio(LEAST_DEALS, LEAST_DEALS, LEAST_DEALS) > 0
    assert [easy.decision(deals, deals, deals) for deals in (few, LEAST_DEALS)] == ["", "stronger"]
    assert [easy.decision(deals, -deals, deals) for deals in (few, LEAST_DEALS)] == ["", "not stronger"]


def test_two_that_play_alike_are_not_compared_for_ever() -> None:
    fixed = HYPOTHESES.fixed_deals
    assert HYPOTHESES.decision(fixed - 1, 0.0, 0.0) == ""
    assert HYPOTHESES.decision(fixed, 0.0, 0.0) == "not stronger"
    assert HYPOTHESES.decision(fixed + 1, 0.0, 0.0) == "not stronger"  # deals may come in many at once


differences = st.lists(st.integers(-8, 8).map(lambda eighths: eighths / 8), min_size=LEAST_DEALS, max_size=60)


@given(differences, st.floats(0.1, 10))
def test_the_unit_of_the_differences_does_not_matter(given: list[float], unit: float) -> None:
    other = ratio(HYPOTHESES, [each * unit for each in given])
    assert math.isclose(ratio(HYPOTHESES, given), other, rel_tol=1e-6, abs_tol=1e-9)


@given(differences)
def test_what_speaks_for_the_new_version_speaks_against_the_old(given: list[float]) -> None:
    mirrored = Hypotheses(elo0=-30, elo1=30)  # hypotheses that are each other's image
    assert math.isclose(ratio(mirrored, given), -ratio(mirrored, [-each for each in given]), abs_tol=1e-9)


def played(kind: str, elo: float, seed: int) -> tuple[str, int]:
    """A whole test of a version that is stronger by *elo*, with differences of a *kind*: decision and deals."""
    rng = np.random.default_rng(seed)
    deals, total, squares = 0, 0.0, 0.0
    while True:
        for difference in 0.2 * (shape(kind, rng) + elo / UNIT):
            deals, total, squares = deals + 1, total + difference, squares + difference**2
            if decision := HYPOTHESES.decision(deals, total, squares):
                return decision, deals


def shape(kind: str, rng: np.random.Generator) -> "np.typing.NDArray[np.float64]":
    """100 differences of mean 0 and standard deviation 1."""
    normal = rng.normal(size=100)
    if kind == "skewed":
        return rng.exponential(size=100) - 1
    if kind == "often equal":
        return normal * (rng.random(100) < 0.3) / math.sqrt(0.3)
    if kind == "two variants":  # by turns, the new version stronger in one as it is weaker in the other
        return (normal + np.where(np.arange(100) % 2, 0.5, -0.5)) / math.sqrt(1.25)
    return normal


@pytest.mark.parametrize("tests", [100, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["normal", "skewed", "often equal", "two variants"])
def test_errors_are_as_rare_as_promised_and_deals_are_saved(kind: str, tests: int) -> None:
    noise = 3 * math.sqrt(0.05 * 0.95 / tests)  # of the simulation itself
    equal = [played(kind, 0, seed) for seed in range(tests)]
    better = [played(kind, 40, seed) for seed in range(tests)]
    assert sum(decision == "stronger" for decision, _ in equal) / tests <= 0.05 + noise
    assert sum(decision == "not stronger" for decision, _ in better) / tests <= 0.05 + noise
    for outcome in (equal, better):
        assert sum(deals for _, deals in outcome) / tests < 0.6 * HYPOTHESES.fixed_deals

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.gates.evidence import DealTally, Estimate, Evidence, half_points
from arena.league.gates.sprt import Hypotheses
from tests.league.made import board

deals = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), min_size=2, max_size=40)


def tally(pairs: list[tuple[int, int]], bots: int = 4) -> DealTally:
    made = DealTally.of_table(bots)
    for new, old in pairs:
        made.add(new, old)
    return made


def test_half_points_are_against_all_others() -> None:
    seen = board([(1, 2, 3), (1, 1, 3), (2, 3, 1)])
    assert [half_points(seen, place) for place in range(3)] == [4 + 3 + 2, 2 + 3 + 0, 0 + 0 + 4]
    assert DealTally.of_table(3).most == 12  # two opponents, three rotations, two half points


@given(deals)
def test_sums_are_those_of_the_differences(pairs: list[tuple[int, int]]) -> None:
    made = tally(pairs)
    differences = [(new - old) / 24 for new, old in pairs]
    assert math.isclose(made.total, sum(differences), abs_tol=1e-9)
    assert math.isclose(made.squares, sum(each * each for each in differences), abs_tol=1e-9)
    normalised = Evidence([made]).normalised_elo
    if normalised is not None:
        told = 800 / math.log(10) * np.mean(differences) / np.std(differences, ddof=1)
        assert math.isclose(normalised, told, abs_tol=1e-9)


@given(deals, deals)
def test_variants_are_added_up_whatever_the_order(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    evidence = Evidence([tally(one), tally(other, bots=3)])
    turned = Evidence([tally(other[::-1], bots=3), tally(one[::-1])])
    assert evidence.deals == len(one) + len(other)
    assert evidence.log_likelihood_ratio(Hypotheses()) == turned.log_likelihood_ratio(Hypotheses())


def estimate(made: DealTally) -> Estimate:
    found = Evidence([made]).pooled()
    assert found
    return found


def test_elo_by_hand() -> None:
    made = estimate(tally([(18, 12)] * 50 + [(14, 16)] * 50))
    new, old = (1600 + 12) / 2424, (1400 + 12) / 2424  # with a virtual draw
    assert math.isclose(made.elo, 400 * math.log10(new / (1 - new)) - 400 * math.log10(old / (1 - old)))
    assert math.isclose(made.new, 16 / 24)
    assert math.isclose(made.old, 14 / 24)
    slopes = [400 / math.log(10) / (score * (1 - score)) for score in (new, old)]
    # each score varies by 2 of 24, one up when the other is down
    assert made.error is not None
    assert math.isclose(made.error, sum(slopes) * 2 / 24 / math.sqrt(99), rel_tol=1e-9)
    assert math.isclose(((made.low or 0) + (made.high or 0)) / 2, made.elo)
    direct = estimate(tally([(3, 1)] * 50 + [(2, 2)] * 50, bots=2))
    score = (250 + 2) / 404
    assert math.isclose(direct.elo, 400 * math.log10(score / (1 - score)))


def test_what_cannot_be_said_is_not() -> None:
    few, alike = estimate(tally([(14, 12), (12, 14)] * 4)), estimate(tally([(24, 0)] * 60))
    for made in (few, alike):
        assert (made.low, made.high, made.superiority) == (None, None, None)
    assert few.error
    assert math.isfinite(alike.elo)
    assert Evidence([tally([(14, 12)] * 9), DealTally.of_table(3)]).pooled() is None
    assert Evidence([DealTally.of_table(3)]).normalised_elo is None


def alone(deals: int) -> Estimate:
    """A variant's own line."""
    (found,) = Evidence([tally([(14, 12)] + [(12, 14)] * (deals - 1))]).estimates()
    assert found
    return found


def beside_many(deals: int) -> Estimate:
    """Of two variants: one with many deals that scatter, one with *deals* that hardly do."""
    found = Evidence([tally([(18, 6), (6, 18)] * 30), tally([(3, 1)] + [(2, 2)] * (deals - 1), bots=2)]).pooled()
    assert found
    return found


@pytest.mark.parametrize("made", [alone, beside_many])
def test_below_ten_deals_of_a_variant_there_is_no_interval(made: Callable[[int], Estimate]) -> None:
    # docs/explanation/gates.md, "none below 10 deals of a variant", however many degrees of freedom they have together
    few, enough = made(9), made(10)
    assert few.error
    assert (few.low, few.high, few.superiority) == (None, None, None)
    assert enough.low is not None
    assert enough.high is not None
    assert enough.low < enough.elo < enough.high
    assert enough.superiority is not None
    assert 0 < enough.superiority < 1


def gate(rng: np.random.Generator, elo: float, **settings: Any) -> tuple[str, Estimate]:
    """A whole gate at a four-handed table and one where the two meet; a deal's luck is shared by both boards."""
    hypotheses, evidence = Hypotheses(**settings), Evidence([DealTally.of_table(4), DealTally.of_table(2)])
    while not (decision := evidence.decision(hypotheses)):
        luck, own = rng.normal(0, 2, size=1), rng.normal(0, 1.5, size=2)
        strength = elo * math.log(10) / 400
        new, old = np.clip(np.rint(12 + 6 * strength * np.array([0.5, -0.5]) + luck + own), 0, 24)
        evidence.tallies[0].add(int(new), int(old))
        won = sum(int(rng.integers(0, 2) + (rng.random() < 0.5 + strength / 2)) for _ in range(2))
        evidence.tallies[1].add(won, 4 - won)
    found = evidence.pooled()
    assert found
    return decision, found


@pytest.mark.slow
def test_whole_gates_of_two_kinds_of_table_err_as_rarely_as_promised() -> None:
    rng, tests = np.random.default_rng(11), 400
    equal = [gate(rng, 0, elo1=60.0) for _ in range(tests)]
    assert sum(decision == "stronger" for decision, _ in equal) / tests <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / tests)
    # A test that stops when it has seen enough stops at extremes, so that somewhat fewer than 95 of 100 intervals hold.
    inside = [found for _, found in equal if found.low is not None and found.low <= 0 <= (found.high or 0)]
    assert 0.9 < len(inside) / tests < 0.98

import math
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from arena.league.gates.betting import ELO, Terms, against, interval, log_wealth

keys = st.tuples(st.integers(0, 32).map(lambda share: share / 32), st.integers(-1, 1))
shares = st.dictionaries(keys, st.integers(1, 20), min_size=1, max_size=9)
means = st.floats(0.01, 0.99)


def test_wealth_by_hand() -> None:
    assert log_wealth({}, 0.3) == 0
    # A share of 1 at odds for 1/2 doubles what was staked; each gambler begins with a quarter.
    assert math.isclose(log_wealth({(1.0, 0): 1}, 0.5), math.log((2 + 1.5 + 1.25 + 1.125) / 4))
    twice = sum((1 + stake * 0.5) ** 2 for stake in (1, 1 / 2, 1 / 4, 1 / 8)) / 4
    assert math.isclose(log_wealth({(0.75, 0): 2}, 0.5), math.log(twice))
    # Who stakes all is ruined by a share of 0, and the others go on.
    assert math.isclose(log_wealth({(0.0, 0): 1}, 0.5), math.log((0 + 1 / 2 + 3 / 4 + 7 / 8) / 4))


@given(means, st.floats(0, 1), st.floats(0, 1), st.integers(1, 12))
def test_at_fair_odds_nothing_is_won_or_lost_in_expectation(mean: float, down: float, up: float, blocks: int) -> None:
    low, high = mean * down, mean + (1 - mean) * up
    if high - low < 1e-3:
        return
    chance = (mean - low) / (high - low)  # of the high one, so that the mean is that
    for tested, fair in ((dict, mean), (against, 1 - mean)):
        expected = math.fsum(
            math.comb(blocks, times)
            * chance**times
            * (1 - chance) ** (blocks - times)
            * math.exp(log_wealth(tested(+Counter({(high, 0): times, (low, 0): blocks - times})), fair))
            for times in range(blocks + 1)
        )
        assert math.isclose(expected, 1, rel_tol=1e-6)


@given(shares, means, means)
def test_wealth_falls_as_the_fair_mean_rises(given: dict[tuple[float, int], int], one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert log_wealth(given, low) >= log_wealth(given, high) - 1e-9


@given(shares)
def test_interval_ends_at_the_last_refuted_mean(given: dict[tuple[float, int], int]) -> None:
    low, high = interval(given, 0.05)
    mean = sum(share * count for (share, _), count in given.items()) / sum(given.values())
    assert 0 <= low <= mean <= high <= 1
    if low > 0:
        assert math.isclose(log_wealth(given, low), math.log(40), abs_tol=1e-6)
    if high < 1:
        assert math.isclose(log_wealth(against(given), 1 - high), math.log(40), abs_tol=1e-6)
    turned = interval(against(given), 0.05)
    assert math.isclose(turned[0], 1 - high, abs_tol=1e-12)
    assert math.isclose(turned[1], 1 - low, abs_tol=1e-12)


def test_interval_without_shares_is_the_whole_range() -> None:
    assert interval({}, 0.05) == (0, 1)
    assert interval({(0.0, 0): 500}, 0.05)[0] == 0
    assert interval({(1.0, 0): 500}, 0.05)[1] == 1


def test_an_elo_is_the_slope_of_the_scale_of_the_ratings() -> None:
    def elo(score: float) -> float:
        return 400 * math.log10(score / (1 - score))

    assert math.isclose(ELO, (elo(0.5 + 1e-5) - elo(0.5 - 1e-5)) / 2e-5, rel_tol=1e-6)
    assert Terms(above=-ELO / 100, below=ELO / 50).differences == (-0.01, 0.02)


def test_terms_decide_once_a_bet_has_won_enough() -> None:
    terms = Terms(alpha=0.05, beta=0.1)
    assert terms.decision(math.log(20) - 1e-9, math.log(10) - 1e-9) == ""
    assert terms.decision(-math.log(0.05), -9) == "stronger"
    assert terms.decision(-9, -math.log(0.1)) == "not stronger"

import math
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.gates.betting import Terms, log_wealth
from arena.league.gates.evidence import DealTally, Estimate, Evidence, few_runs, side_of
from tests.league.made import board, known

Deals = list[tuple[int, int]]
blocks = st.lists(
    st.lists(st.tuples(st.integers(0, 24), st.integers(0, 24)), min_size=1, max_size=8), min_size=1, max_size=9
)


def tally(blocks: list[Deals], bots: int = 4) -> DealTally:
    sums = DealTally.of_table(bots)
    for block in blocks:
        sums.add(block)
    return sums


def test_half_points_are_against_all_others() -> None:
    seen = board([(1, 2, 3), (1, 1, 3), (2, 3, 1)])
    assert [side_of(seen, place)[0] for place in range(3)] == [4 + 3 + 2, 2 + 3 + 0, 0 + 0 + 4]
    assert DealTally.of_table(3).most == 12  # two opponents, three rotations, two half points


@given(blocks)
def test_tally_sums_the_mean_differences_of_blocks(given: list[Deals]) -> None:
    sums = tally(given)
    means = sorted(sum(new - old for new, old in block) / 24 / len(block) for block in given)
    assert sorted(difference for difference, _ in sums.differences.elements()) == pytest.approx(means)
    deals = [deal for block in given for deal in block]
    assert (sums.deals, sums.new, sums.old) == (len(deals), *(sum(side) for side in zip(*deals, strict=True)))


@given(blocks, blocks)
def test_evidence_does_not_depend_on_order(one: list[Deals], other: list[Deals]) -> None:
    evidence = Evidence([tally(one), tally(other, bots=3)])
    turned = Evidence([tally(other[::-1], bots=3), tally(one[::-1])])
    assert evidence.deals == turned.deals
    assert evidence.log_wealths(Terms()) == turned.log_wealths(Terms())


def pooled(*tallies: DealTally) -> Estimate:
    return known(Evidence(tallies).pooled())


def test_bets_and_interval_by_hand() -> None:
    evidence = tally([[(18, 12)] * 8] * 50 + [[(14, 16)] * 8] * 50)  # +1/4 and -1/12 by turns
    up, down = {(5 / 8, 0): 50, (11 / 24, 0): 50}, {(3 / 8, 0): 50, (13 / 24, 0): 50}
    stronger, not_stronger = Evidence([evidence]).log_wealths(Terms(below=100))
    assert math.isclose(stronger, log_wealth(up, 1 / 2))
    fair = (1 + 100 / (1600 / math.log(10))) / 2
    assert math.isclose(not_stronger, log_wealth(down, 1 - fair))
    estimate = pooled(evidence)
    assert (estimate.deals, estimate.new, estimate.old) == pytest.approx((800, 16 / 24, 14 / 24))
    assert math.isclose(estimate.difference, 1 / 12)
    assert math.isclose(log_wealth(up, (1 + estimate.low) / 2), math.log(40), abs_tol=1e-6)
    assert math.isclose(log_wealth(down, (1 - estimate.high) / 2), math.log(40), abs_tol=1e-6)


def test_difference_is_the_score_above_one_half_if_versions_meet() -> None:
    direct = tally([[(3, 1)] * 8] * 30 + [[(2, 2)] * 8] * 30, bots=2)
    estimate = pooled(direct)
    assert math.isclose(estimate.difference, estimate.new - 0.5)
    stronger, _ = Evidence([direct]).log_wealths(Terms())
    assert math.isclose(stronger, log_wealth({(3 / 4, 0): 30, (1 / 2, 0): 30}, 1 / 2))
    # beside a table where a difference may be twice as large, stakes are for that one
    both = Evidence([direct, tally([[(14, 14)] * 8] * 60)])
    assert math.isclose(both.log_wealths(Terms())[0], log_wealth({(5 / 8, 0): 30, (1 / 2, 0): 90}, 1 / 2))
    assert math.isclose(pooled(*both.tallies).difference, estimate.difference / 2)


@pytest.mark.parametrize(("bots", "deals"), [(4, 580), (2, 284)])
def test_gate_of_equal_versions_ends(bots: int, deals: int) -> None:
    evidence = DealTally.of_table(bots)
    while not (decision := Evidence([evidence]).decision(Terms())):
        evidence.add([(evidence.most // 2, evidence.most // 2)] * 4)
    assert (decision, evidence.deals) == ("not stronger", deals)


def test_runs_are_of_blocks_of_a_variant_with_a_difference() -> None:
    won, lost, even = [(14, 10)], [(10, 14)], [(12, 12)]
    given = tally([won, even, won, won, even, lost, lost, even, won])
    assert (given.runs, given.last_sign) == (3, 1)
    assert Evidence([given, tally([won, lost] * 9)]).runs_p == pytest.approx(2 * few_runs(4, 2, 3))
    drifted = Evidence([tally([won] * 12 + [lost] * 12)])
    assert "come in runs (p = 7e-07)" in drifted.warning("new", "old", decided=True)
    assert not drifted.warning("new", "old", decided=False)


@pytest.mark.parametrize(("new", "old", "deals"), [(0, 0, 24), (1, 1, 24), (0, 1, 644), (1, 0, 24)])
def test_a_dead_version_proves_little_while_it_alone_has_infractions(new: int, old: int, deals: int) -> None:
    won = Evidence([DealTally.of_table(4)])
    while not won.decision(Terms()):
        won.add(0, [((24, new), (0, old))] * 4)
    assert (won.decision(Terms()), won.deals) == ("stronger", deals)
    assert ("155 of 161 blocks cannot support 'stronger': b" in won.warning("a", "b", decided=True)) == (deals > 24)


@pytest.mark.parametrize(("before", "dead"), [(0, 6), (10, 13), (20, 23)])
def test_a_dead_new_version_loses_when_most_blocks_show_it(before: int, dead: int) -> None:
    lost = Evidence([tally([[(12, 12)] * 4] * before)])
    while not (decision := lost.decision(Terms())):
        lost.add(0, [((0, 1), (24, 0))] * 4)
    assert (decision, lost.deals) == ("not stronger", 4 * (before + dead))
    warning = lost.warning("a", "b", decided=False)
    assert f"{dead - 1} of {before + dead} blocks, a majority, support 'not stronger': a had more" in warning


@pytest.mark.parametrize(("above", "below"), [(1, 5), (3, 4), (2, 2), (3, 0)])
def test_probability_of_few_runs_is_that_of_all_orders(above: int, below: int) -> None:
    orders = [order for order in product((0, 1), repeat=above + below) if sum(order) == above]
    for runs in range(1, above + below + 1):
        few = sum(len([*groupby(order)]) <= runs for order in orders)
        assert few_runs(above, below, runs) == pytest.approx(few / len(orders))


def test_estimate_needs_a_deal_of_the_variant() -> None:
    some, none = tally([[(14, 12)] * 8]), DealTally.of_table(3)
    first, second = Evidence([some, none]).estimates()
    assert first
    assert first.deals == 8
    assert second is None
    assert Evidence([some, none]).pooled() is None

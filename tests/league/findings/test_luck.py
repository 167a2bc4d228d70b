import math
from statistics import fmean, stdev, variance

import numpy as np
import pytest

from arena.league.findings.luck import DealBaseline, Sums, less_luck, slope
from tests.sizes import sized

Played = list[tuple[int, int, int, int]]  # player, half, its points on a board, the house bot's


def sums_of(played: Played) -> list[Sums]:
    sums = []
    for player, half in sorted({(row[0], row[1]) for row in played}):
        own = [(p, q) for one, other, p, q in played if (one, other) == (player, half)]
        p, q = zip(*own, strict=True)
        cells = (sum(p), sum(a * a for a in p), sum(q), sum(b * b for b in q), sum(a * b for a, b in own))
        sums.append(Sums(player, half, len(own), *cells))
    return sums


def season(
    rng: np.random.Generator, boards: int, skill: list[float], follow: float
) -> tuple[Played, list[DealBaseline]]:
    """Draw boards of two of the players, whose points go with the deal's worth and with their skill."""
    played: Played = []
    worth: dict[int, list[int]] = {0: [], 1: []}
    for _ in range(boards):
        half, deal = int(rng.integers(2)), rng.gamma(2, 50)  # skewed, as deals are
        house = round(deal + rng.normal(0, 10))
        worth[half].append(house)
        for player in rng.permutation(len(skill))[:2]:
            points = skill[player] + follow * deal + rng.normal(0, 20)
            played.append((int(player), half, round(points), house))
    return played, [DealBaseline(half, len(each), sum(each)) for half, each in worth.items()]


def test_by_hand() -> None:
    # half 0 has the slope 2, half 1 the slope 1: each takes the other's
    played = [(1, 0, 10, 1), (1, 0, 14, 3), (1, 1, 20, 2), (1, 1, 24, 6)]
    pars = [DealBaseline(0, 8, 16), DealBaseline(1, 8, 32)]
    assert [slope(sums_of([row for row in played if row[1] == half])) for half in (0, 1)] == [2, 1]
    less = [10 - 1 * (1 - 2), 14 - 1 * (3 - 2), 20 - 2 * (2 - 4), 24 - 2 * (6 - 4)]
    (line,) = less_luck(sums_of(played), pars, games=2)
    raw = [10, 14, 20, 24]
    assert (line.player, line.boards) == (1, 4)
    assert [line.points, line.error] == pytest.approx([fmean(raw) / 2, stdev(raw) / 2 / 2])
    error = math.sqrt(3 / 4 * variance(less) / 4 + 1 / 4 * variance(raw) / 4)  # of 16 boards it played 4
    assert [line.less_luck, line.less_luck_error] == pytest.approx([fmean(less) / 2, error / 2])


def test_who_played_all_boards_has_its_points_and_their_error() -> None:
    played = [(1, 0, 10, 1), (1, 0, 14, 3), (1, 1, 20, 2), (1, 1, 24, 6)]
    (line,) = less_luck(sums_of(played), [DealBaseline(0, 2, 4), DealBaseline(1, 2, 8)], games=2)
    assert [line.less_luck, line.less_luck_error] == pytest.approx([line.points, line.error])


def test_constant_house_points_change_nothing() -> None:
    played = [(1, half, points, 7) for half in (0, 1) for points in (3, 5, 8)]
    (line,) = less_luck(sums_of(played), [DealBaseline(0, 3, 21), DealBaseline(1, 3, 21)], games=3)
    assert [line.less_luck, line.less_luck_error] == pytest.approx([line.points, line.error])


def test_one_board_has_no_error() -> None:
    (line,) = less_luck([Sums(1, 0, 1, 5, 25, 3, 9, 15)], [DealBaseline(0, 1, 3)], games=4)
    assert (line.points, line.error, line.less_luck, line.less_luck_error) == (1.25, 0, 1.25, 0)


@pytest.mark.parametrize("follow", [1.5, 0.0])
def test_less_luck_is_unbiased(follow: float) -> None:
    # even in seasons of 12 boards, where a slope fitted on the same boards would be
    rng, skill = np.random.default_rng(3), [0.0, 30.0, 60.0]
    raw, less = [], []
    for _ in range(sized(500, 3000)):
        played, pars = season(rng, 12, skill, follow)
        lines = {line.player: line for line in less_luck(sums_of(played), pars, games=1)}
        if len(lines) == len(skill):
            raw.append(lines[2].points - lines[0].points)
            less.append(lines[2].less_luck - lines[0].less_luck)
    assert abs(fmean(less) - 60) < 3.5 * stdev(less) / math.sqrt(len(less))
    if follow:
        assert stdev(less) < stdev(raw) / 1.5


def test_less_luck_removes_the_explained_variance() -> None:
    played, pars = season(np.random.default_rng(4), 4000, [0.0, 30.0, 60.0], follow=1.5)
    for line in less_luck(sums_of(played), pars, games=1):
        # deal: 1.5 * 70.7 of sd 106 beside 20; what the house bot does not show of it is 1.5 * 10
        # A bot plays 2 of 3 boards, whose luck all bots share.
        error = math.sqrt((15**2 + 20**2) / 3 + (106**2 + 20**2) * 2 / 3)
        assert line.error / line.less_luck_error == pytest.approx(math.hypot(106, 20) / error, rel=0.15)


@pytest.mark.parametrize("players", [2, 6])
def test_the_error_is_as_large_as_estimates_scatter(players: int) -> None:
    # Two players play all boards, and six a third of them.
    rng, errors, expected = np.random.default_rng(5), [], []
    for _ in range(sized(200, 3000)):
        played, pars = season(rng, 60, [0.0] * players, follow=1.5)
        line = next(line for line in less_luck(sums_of(played), pars, games=1) if line.player == 0)
        errors.append((line.less_luck - 150) / line.less_luck_error)  # a deal is worth 100
        expected.append((line.boards - 1) / (line.boards - 3))  # variance of t with n - 1 degrees of freedom
    assert fmean(each**2 for each in errors) == pytest.approx(fmean(expected), rel=sized(35, 15) / 100)


def test_slope_is_zero_without_boards() -> None:
    assert slope([]) == 0.0

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from arena.league.ratings import pooled as module
from arena.league.ratings.bradley_terry import Fit, fit_tables
from arena.league.ratings.pooled import Group, missing, pool_ratings
from arena.league.ratings.strengths import ELO, Strengths
from tests.league.made import board, fit, known, tallied
from tests.league.simulated import season
from tests.sizes import sized
from tools.coverage.cells import ROUND_ROBIN, Cell
from tools.coverage.seasons import season as season_of
from tools.coverage.seasons import strengths


def players(group: Group) -> list[int]:
    return sorted(line.player for line in group.lines)


def test_the_number_is_the_mean_of_the_variants() -> None:
    one, other = fit(season([0, 100, 200, 300], 120, seed=1)), fit(season([0, 100, 200, 300, 400], 150, seed=2))
    (group,) = pool_ratings([[one], [other]])
    assert players(group) == [0, 1, 2, 3]
    tables = [{line.player: line for line in Strengths(each, [0, 1, 2, 3]).table()} for each in (one, other)]
    for line in group.lines:
        parts = [table[line.player] for table in tables]
        assert math.isclose(line.elo, sum(part.elo for part in parts) / 2)
        assert math.isclose(line.error, math.hypot(*(part.error for part in parts)) / 2)
        assert line.boards == sum(part.boards for part in parts)
        below = [part.elo - part.low for part in parts if part.low is not None]
        assert math.isclose(line.elo - known(line.low), math.hypot(*below) / 2)
        spread = (parts[0].elo - parts[1].elo) ** 2 / 2 - sum(part.error**2 for part in parts) / 2
        assert math.isclose(known(line.spread), math.sqrt(max(0.0, spread)))


def pair(*of: int, boards: int = 6) -> Fit:
    return fit(tallied([board([(1, 2), (2, 1)], of)] * boards))


def test_pool_needs_a_comparison_in_every_variant() -> None:
    halves = [pair(1, 2, boards=12), pair(3, 4, boards=12)]
    whole = fit(tallied([board([(1, 2, 3, 4)] * 4)] * 12))
    assert [players(group) for group in pool_ratings([halves, [whole]])] == [[1, 2], [3, 4]]
    assert pool_ratings([halves[:1], halves[1:]]) == []
    assert pool_ratings([]) == []
    assert pool_ratings([[pair(1, 2)], [pair(1, 2, boards=12)]]) == [], "six boards are too few"


def test_missing_lists_what_each_player_lacks() -> None:
    whole = fit(tallied([board([(1, 2, 3, 4)] * 4)] * 12))
    variants: dict[str, Sequence[Fit]] = {
        "a": [whole],
        "b": [fit(tallied([board([(1, 2, 3)] * 3, (1, 2, 5))] * 12)), pair(3, 6, boards=11)],
        "c": [fit(tallied([*[board([(1, 2)] * 2, (1, 2))] * 12, *[board([(1, 2)] * 2, (1, 4))] * 3]))],
    }
    groups = pool_ratings(list(variants.values()))
    assert [players(group) for group in groups] == [[1, 2]]
    assert missing(variants, groups) == {
        3: {"b": ("not linked", 11), "c": ("never played", 0)},
        4: {"b": ("never played", 0), "c": ("too few boards", 3)},
        5: {"a": ("never played", 0), "c": ("never played", 0)},
        6: {"a": ("never played", 0), "b": ("not linked", 11), "c": ("never played", 0)},
    }
    assert set(missing(variants, [])) == {1, 2, 3, 4, 5, 6}


def test_sweep_of_one_variant_leaves_no_high_end_and_no_spread() -> None:
    swept = fit(tallied([board([(1, 2)] * 2)] * 20))
    best, worst = pool_ratings([[swept], [pair(1, 2, boards=20)]])[0].lines
    bounds = (best.bound, best.high, worst.bound, worst.low)
    assert bounds == (">=", None, "<=", None)
    assert known(best.low) > 1500
    assert (best.spread, best.kind) == (None, "")


@pytest.mark.parametrize(("error", "kind"), [(20.0, "all-rounder"), (45.0, "all-rounder"), (80.0, ""), (200.0, "")])
def test_equal_ratings_hardly_ever_make_a_specialist(error: float, kind: str) -> None:
    rng, trials, kinds = np.random.default_rng(5), sized(400, 4000), Counter[str]()
    for _ in range(trials):
        kinds[module._spread(list(rng.normal(1500, error, 11)), [error] * 11)[1]] += 1
    assert kinds["specialist"] / trials < 0.06
    assert kinds.most_common(1)[0][0] == kind


@pytest.mark.parametrize("error", [20.0, 60.0])
def test_a_specialist_is_found(error: float) -> None:
    rng, trials = np.random.default_rng(6), sized(200, 2000)
    spreads = [module._spread(list(rng.normal(1500, math.hypot(error, 120), 11)), [error] * 11) for _ in range(trials)]
    assert sum(kind == "specialist" for _, kind in spreads) / trials > 0.8
    assert abs(float(np.median([spread or 0.0 for spread, _ in spreads])) - 120) < 15


@pytest.mark.parametrize("cell", [Cell(ROUND_ROBIN, 8, 3, 1, 1000, "top"), Cell(ROUND_ROBIN, 4, 2, 12, 800)], ids=str)
def test_pooled_intervals_cover_the_truth(cell: Cell) -> None:
    variants, trials, inside = sized(5, 11), sized(16, 200), Counter[int]()
    strength = strengths(cell)
    truth = 1500 + ELO * (strength - strength.mean())
    for trial in range(trials):
        (group,) = pool_ratings(
            [fit_tables(season_of(cell, trial * variants + variant)) for variant in range(variants)]
        )
        for line in group.lines:
            low, high = (-math.inf if line.low is None else line.low), (math.inf if line.high is None else line.high)
            inside[line.player] += low <= truth[line.player] <= high
    assert min(inside.values()) / trials >= 0.93

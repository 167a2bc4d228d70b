import math
from collections import Counter

import pytest

from arena.league.ratings.bradley_terry import fitted
from arena.league.ratings.pooled import pooled
from arena.league.ratings.strengths import ELO, Strengths
from tests.coverage.cells import ROUND_ROBIN, Cell
from tests.coverage.seasons import season as season_of
from tests.coverage.seasons import strengths
from tests.league.made import board, fit, tallied
from tests.league.simulated import season
from tests.sizes import sized


def test_the_pooled_table_is_the_mean_of_the_variants() -> None:
    one, other = fit(season([0, 100, 200, 300], 120, seed=1)), fit(season([0, 100, 200, 300, 400], 150, seed=2))
    (table,) = pooled([[one], [other]])
    lines = {line.player: line for line in table}
    assert set(lines) == {0, 1, 2, 3}
    tables = [{line.player: line for line in Strengths(each, [0, 1, 2, 3]).table()} for each in (one, other)]
    for player, line in lines.items():
        parts = [table[player] for table in tables]
        assert math.isclose(line.elo, sum(part.elo for part in parts) / 2)
        assert math.isclose(line.error, math.hypot(*(part.error for part in parts)) / 2)
        assert line.boards == sum(part.boards for part in parts)
        below = [part.elo - part.low for part in parts if part.low is not None]
        assert line.low is not None
        assert math.isclose(line.elo - line.low, math.hypot(*below) / 2)


def test_only_who_is_compared_in_every_variant_is_in_one_table() -> None:
    def pair(*players: int) -> list[tuple[int, ...]]:
        return [players] * 6

    halves = [fit(tallied([board([(1, 2), (2, 1)], each) for each in pair(*players)])) for players in ((1, 2), (3, 4))]
    whole = fit(tallied([board([(1, 2, 3, 4)] * 4)] * 12))
    assert [sorted(line.player for line in table) for table in pooled([halves, [whole]])] == [[1, 2], [3, 4]]
    assert pooled([halves[:1], halves[1:]]) == []
    assert pooled([]) == []


def test_who_swept_one_variant_has_no_high_end() -> None:
    swept = fit(tallied([board([(1, 2)] * 2)] * 20))
    even = fit(tallied([board([(1, 2), (2, 1)])] * 20))
    best, worst = pooled([[swept], [even]])[0]
    assert (best.bound, best.high, worst.bound, worst.low) == (">=", None, "<=", None)
    assert best.low is not None
    assert best.low > 1500


@pytest.mark.parametrize("cell", [Cell(ROUND_ROBIN, 8, 3, 1, 1000, "top"), Cell(ROUND_ROBIN, 4, 2, 12, 800)], ids=str)
def test_pooled_intervals_cover_the_truth(cell: Cell) -> None:
    variants, trials, inside = 11, sized(50, 200), Counter[int]()
    strength = strengths(cell)
    truth = 1500 + ELO * (strength - strength.mean())
    for trial in range(trials):
        (table,) = pooled([fitted(season_of(cell, trial * variants + variant)) for variant in range(variants)])
        for line in table:
            low, high = (-math.inf if line.low is None else line.low), (math.inf if line.high is None else line.high)
            inside[line.player] += low <= truth[line.player] <= high
    assert min(inside.values()) / trials >= 0.93

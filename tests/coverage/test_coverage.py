import pytest

from tests.sizes import sized
from tools.bench.watched import watch
from tools.coverage.cells import CELLS, ROUND_ROBIN, Cell
from tools.coverage.measuring import FULL, measure, measure_coverage
from tools.coverage.seasons import season

SHORT = [
    Cell(ROUND_ROBIN, 2, 2, 30, 1000),
    Cell(ROUND_ROBIN, 4, 2, 34, 1000),
    Cell(ROUND_ROBIN, 8, 3, 1, 1000, "top"),
    Cell("two groups", 8, 2, 10, 200),
    Cell("gauntlet", 8, 2, 10, 0),
    Cell("swiss", 8, 2, 6, 300, rounds=3),
    Cell("ladder", 8, 2, 4, 400, rounds=10),
    Cell("swiss", 16, 2, 80, 300, "pairs", rounds=5),
    Cell(ROUND_ROBIN, 2, 2, 100, 100, shock=100),
    Cell(ROUND_ROBIN, 6, 3, 40, 100, lost=0.03),
    Cell(ROUND_ROBIN, 4, 4, 100, 60, "points"),
]


@pytest.mark.parametrize("cell", SHORT, ids=str)
def test_the_worst_interval_covers_the_truth(cell: Cell) -> None:
    trials = sized(20, 1000)
    for kind, counts in measure(cell, range(trials)).items():
        result = measure_coverage(counts, trials)
        assert result is None or result.holds == (kind != FULL), (kind, result)


def test_equal_bots_are_seldom_separated_by_readers_who_look_often() -> None:
    firsts = [watch(Cell(ROUND_ROBIN, 2, 2, 400, 0), seed) for seed in range(sized(4, 200))]
    for claim in ("ratings", "standings"):
        assert sum(claim in each for each in firsts) <= 0.05 * len(firsts)


def test_grid_is_small_and_seeded() -> None:
    assert len(set(CELLS)) == len(CELLS) <= 80
    for cell in SHORT[3:]:
        assert season(cell, 3) == season(cell, 3) != season(cell, 4)

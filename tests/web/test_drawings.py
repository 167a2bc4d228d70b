import pytest

from arena.web.drawings import Heat, heat, intervals, walls


def test_every_interval_is_whole_on_the_scale() -> None:
    drawn = intervals([(1500, 1400, 1620), (1450, None, 1500), (1510, 1505, None)])
    assert all(0 <= dot.low <= dot.at <= dot.high <= 100 for dot in drawn.dots)
    assert (drawn.dots[1].low, drawn.dots[2].high) == (0, 100)
    assert drawn.dots[0].low < drawn.dots[0].at < drawn.dots[0].high


def test_ticks_are_round_and_on_the_scale() -> None:
    drawn = intervals([(1503, 1391, 1622)])
    assert [tick.number for tick in drawn.ticks] == [1400, 1450, 1500, 1550, 1600]
    assert all(0 <= tick.at <= 100 for tick in drawn.ticks)


@pytest.mark.parametrize("numbers", [[], [(1500.0, None, None)], [(0.5, 0.5, 0.5), (0.5, 0.5, 0.5)]])
def test_a_scale_without_width_is_drawn(numbers: list[tuple[float, float | None, float | None]]) -> None:
    assert len(intervals(numbers).dots) == len(numbers)


@pytest.mark.parametrize(
    ("score", "low", "high", "drawn"),
    [
        (0.5, 0.49, 0.51, Heat(0, 5)),
        (1.0, 0.98, 1.0, Heat(5, 5)),
        (0.0, 0.0, 0.02, Heat(-5, 5)),
        (0.9, 0.7, 1.0, Heat(4, 3)),
        (0.9, 0.55, 1.0, Heat(4, 3)),
        (0.7, 0.45, 0.95, Heat(2, 0)),
        (0.9, None, None, Heat(4, 0)),
        (0.9, 0.2, 1.0, Heat(4, 0)),
    ],
)
def test_a_cell_fades_with_uncertainty(score: float, low: float | None, high: float | None, drawn: Heat) -> None:
    assert heat(score, low, high) == drawn


def test_a_test_that_decides_reaches_its_wall() -> None:
    drawn = walls([(10, 0.5, -2.0), (20, 1.3, float("-inf"))])
    assert drawn.stronger == "0.0,100.0 300.0,60.0 600.0,20.0"
    assert drawn.not_stronger == "0.0,100.0 300.0,100.0 600.0,100.0"
    assert drawn.deals == 20

from datetime import date
from math import exp
from typing import Any

import pytest

from arena.web.charts import (
    Label,
    Mark,
    Rectangle,
    Table,
    day_axis,
    number_axis,
    plot_columns,
    plot_dots,
    plot_lines,
    plot_stacks,
)
from arena.web.drawings import Heat, Scale, heat, intervals
from arena.web.pages.tournaments.tournaments import draw_evidence
from arena.wire.gen.gates_pb2 import Gate, GateStep


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
        (0.5, 0.49, 0.51, Heat(0, False)),
        (1.0, 0.98, 1.0, Heat(5, True)),
        (0.0, 0.0, 0.02, Heat(-5, True)),
        (0.9, 0.55, 1.0, Heat(4, True)),
        (0.7, 0.45, 0.95, Heat(2, False)),
        (0.9, None, None, Heat(4, False)),
    ],
)
def test_a_cell_is_unsure_until_its_interval_excludes_even(
    score: float, low: float | None, high: float | None, drawn: Heat
) -> None:
    assert heat(score, low, high) == drawn


def test_a_gate_that_decides_reaches_a_hundred_percent() -> None:
    looks = [GateStep(judged=10, log_wealth_stronger=1, log_wealth_not_stronger=-2)]
    last: dict[str, Any] = {"deals": 20, "log_wealth_stronger": 2.6, "log_wealth_not_stronger": float("-inf")}
    up, down = draw_evidence(Gate(alpha=exp(-2), beta=exp(-2), path=looks, **last)).series
    assert (up.line, down.line) == ("0,100 50,50 100,0", "0,100 50,100 100,100")
    many = [GateStep(judged=deals) for deals in range(1, 200)]
    assert len(draw_evidence(Gate(alpha=0.1, beta=0.1, path=many, deals=199)).table.rows) == 51


NUMBERS = Table(("name", "number"), [("a", "1")])
PERCENT = number_axis("share, %", Scale(0, 100))


def test_a_line_has_a_band_that_is_open_where_the_interval_is() -> None:
    points = [(0, 20.0, None, 40.0), (50, 30.0, 10.0, 60.0), (100, 50.0, 45.0, None)]
    chart = plot_lines("t", PERCENT, PERCENT, {"a": points, "b": [(100, 0.0, None, None)]}, NUMBERS)
    first, second = chart.series
    assert (first.line, second.line, second.band) == ("0,80 50,70 100,50", "100,100", "")
    assert first.band == "0,60 50,40 100,0 100,55 50,90 0,100"
    assert (first.marks, second.style) == ([Mark(100, 50, 100, 50, 100, 50)], 2)
    (one,) = plot_lines("t", PERCENT, PERCENT, {"a": points[1:2]}, NUMBERS).series
    assert one.marks == [Mark(50, 70, 50, 90, 50, 40)]
    many = plot_lines("t", PERCENT, PERCENT, {str(bot): points for bot in range(7)}, NUMBERS)
    assert [each.style for each in many.series] == [1, 2, 3, 4, 5, 0, 0]


def test_an_axis_of_days_ends_with_the_last_day() -> None:
    axis = day_axis([date(2025, 12, 1), date(2026, 1, 30)])
    assert [each.text for each in axis.labels] == ["5 Dec", "19 Dec", "2 Jan", "16 Jan", "30 Jan"]
    assert axis.title == "UTC day in 2025 and 2026"
    assert axis.labels[-1].at == axis.scale.at(date(2026, 1, 30).toordinal())


def test_rows_have_a_dot_for_each_series() -> None:
    chart = plot_dots(
        "t", PERCENT, ["3", "nil"], {"own": [(40, 30, 50), None], "field": [(60, None, None)] * 2}, NUMBERS
    )
    own, field = chart.series
    assert chart.y.labels == [Label(25, "3"), Label(75, "nil")]
    assert own.marks == [Mark(40, 25, 30, 25, 50, 25)]
    assert field.marks == [Mark(60, 25, 60, 25, 60, 25), Mark(60, 75, 60, 75, 60, 75)]


def test_stacks_grow_from_zero_to_both_sides() -> None:
    chart = plot_stacks("t", "points", ["a"], {"bids": [30.0], "jacks": [20.0], "bags": [-50.0]}, NUMBERS)
    bars = [each.bars[0] for each in chart.series]
    zero = chart.x.scale.at(0)
    assert [bar.x for bar in bars] == [zero, chart.x.scale.at(30), chart.x.scale.at(-50)]
    assert [bar.text for bar in bars] == ["bids +30.0", "jacks +20.0", "bags -50.0"]
    assert bars[2].width == pytest.approx(bars[0].width + bars[1].width, abs=0.02)


def test_columns_are_as_high_as_their_counts() -> None:
    (series,) = plot_columns("t", PERCENT, "boards", [0, 25, 50, 0], NUMBERS).series
    assert series.bars[1] == Rectangle(25, 51.92, 25, 48.08, "25")
    assert [bar.x for bar in series.bars] == [0, 25, 50, 75]
    assert series.bars[2].height == pytest.approx(2 * series.bars[1].height, abs=0.02)

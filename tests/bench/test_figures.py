"""Figures of the benchmarks are computed and printed as stated."""

import pytest

from tools.bench.luck import Luck
from tools.bench.luck import show as show_luck
from tools.bench.scaling import show


def test_boards_are_computed_from_unit_costs(capsys: pytest.CaptureFixture[str]) -> None:
    # 896 decisions a board: a worker core plays 50 boards a second by rows and 500 in columns, gateways twice as many
    round_ = {
        "rows": {"128": {"cpu us": [1e6 / 896 / each for each in (50, 100, 25)]}},
        "columns": {"2048": {"cpu us": [1e6 / 896 / each for each in (500, 1000, 250)]}},
    }
    scale = {
        "boards": 1_000_000,
        "rebuild s": 20.0,
        "bytes a board": {"boards": 900.0, "games": 2300.0},
        "writing": {"few": {"boards stored a second": 1250.0}, "many": {"boards stored a second": 400.0}},
    }
    show([round_], scale)
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["gateway,", "a", "core", "100", "1,000"] in lines
    assert ["1", "100", "1.0", "4.0", "8%"] in lines
    assert ["10", "1,000", "10.0", "40.0", "80%"] in lines
    assert ["100", "1,250", "12.5", "50.0", "100%"] in lines  # Postgres stores no more
    assert ["1", "1,000", "1.0", "4.0", "80%"] in lines
    costs = [" ".join(line) for line in lines]
    assert "a board claimed and stored 2.50 ms scale: a board made and stored, many" in costs
    assert "a board rated 20.0 us scale: Elo, all rated again" in costs
    assert "a board kept 3,200 bytes scale: bytes a board" in costs


def test_gains_are_ratios_of_variances() -> None:
    assert Luck("v", 1, 101, 0.5, 0.08, 0.02, 0.04, 90.0, 30.0).gains == (4, 2, 3)


def test_a_line_has_the_median_of_the_seeds_and_their_range(capsys: pytest.CaptureFixture[str]) -> None:
    ratios = [2.0, 8.0, 3.0]
    show_luck([Luck("v", seed, 10 * seed, seed / 4, ratio, 1.0, 0.5, 0.0, 0.0) for seed, ratio in enumerate(ratios, 1)])
    cells = capsys.readouterr().out.splitlines()[2].split("  ")
    # 10, 20 and 30 boards scored 1/4, 2/4 and 3/4; points that never vary have no ratio
    assert [cell.strip() for cell in cells if cell] == [
        "v",
        "0.583",
        "60",
        "3.0 x (2.0-8.0)",
        "6.0 x (4.0-16.0)",
        "inf x (inf-inf)",
    ]

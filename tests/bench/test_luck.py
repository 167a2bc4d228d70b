import pytest

from tools.bench.luck import Luck, show


def test_gains_are_ratios_of_variances() -> None:
    assert Luck("v", 1, 101, 0.5, 0.08, 0.02, 0.04, 90.0, 30.0).gains == (4, 2, 3)


def test_a_line_has_the_median_of_the_seeds_and_their_range(capsys: pytest.CaptureFixture[str]) -> None:
    ratios = [2.0, 8.0, 3.0]
    show([Luck("v", seed, 10 * seed, seed / 4, ratio, 1.0, 0.5, 0.0, 0.0) for seed, ratio in enumerate(ratios, 1)])
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

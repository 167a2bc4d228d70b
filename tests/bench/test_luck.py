import math

from tests.bench.luck import Luck, measure, rated


def test_a_short_measurement_is_whole_and_ends() -> None:
    luck = measure(rated("pinochle-two-handed"), boards=1000, seconds=0)
    assert luck.boards == 10
    assert 0 <= luck.score <= 1
    assert all(gain > 0 for gain in luck.gains)
    assert luck.doubt == math.sqrt(4 / 9)


def test_gains_are_ratios_of_variances() -> None:
    assert Luck("v", 101, 0.5, 0.08, 0.02, 0.04, 90.0, 30.0).gains == (4, 2, 3)

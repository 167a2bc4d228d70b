import pytest

from arena.cli.estimating import between


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.4571, 23.2, "460 ms to 23 s"),
        (0.0042, 0.0042, "4.2 ms"),
        (3.8, 384, "3.8 s to 6.4 min"),
        (8e3, 3e5, "2.2 h to 3.5 d"),
    ],
)
def test_a_time_is_told_in_two_figures(least: float, most: float, said: str) -> None:
    assert between(least, most) == said

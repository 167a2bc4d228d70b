import numpy as np
import pytest

from arena.league.findings.surprises import surprises
from arena.league.ratings.tally import LineUpTally
from tests.league.made import board, fit, tallied
from tests.league.simulated import season
from tests.sizes import sized


def test_a_cycle_is_a_surprise() -> None:
    # 1 beats 2, 2 beats 3, 3 beats 1: strengths are equal and tell nothing of it
    played = [board([(1, 2), (1, 2)], line_up=pair) for pair in ((1, 2), (2, 3), (3, 1)) for _ in range(20)]
    pairs = surprises(fit(tallied(played)))
    assert {(each.player, each.opponent) for each in pairs} == {(1, 2), (2, 3), (3, 1)}
    for each in pairs:
        assert (each.boards, each.score) == (20, 1.0)
        assert each.expected == pytest.approx(0.5)


def pairs(rng: np.random.Generator, chances: dict[tuple[int, int], float], boards: int) -> list[LineUpTally]:
    """Two-handed boards that are won or lost whole."""
    return tallied(
        [
            board([(1, 2)] * 2 if rng.random() < chance else [(2, 1)] * 2, pair)
            for pair, chance in chances.items()
            for _ in range(boards)
        ]
    )


def test_plain_cycles_are_found() -> None:
    # p = 0.65, 50 boards a pair
    chances, trials = {(1, 2): 0.65, (2, 3): 0.65, (1, 3): 0.35}, sized(40, 1000)
    has_surprises = [bool(surprises(fit(pairs(np.random.default_rng(seed), chances, 50)))) for seed in range(trials)]
    assert sum(has_surprises) / trials > 0.8


@pytest.mark.parametrize("boards", [12, 50])
def test_surprises_are_rare_if_strengths_explain_scores(boards: int) -> None:
    trials = sized(25, 1000)
    false = sum(bool(surprises(fit(season([0, 100, 200, 300, 400], boards, seed)))) for seed in range(trials))
    assert false / trials < 0.05

import math
from statistics import stdev

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.league.findings.seat_effects import SeatTally, seat_effects, seat_halves
from arena.league.ratings.interval import score_interval
from tests.league.made import known
from tests.sizes import sized


def tallied(boards: list[list[int]]) -> SeatTally:
    tally = SeatTally()
    for halves in boards:
        tally.add(halves)
    return tally


def test_half_points_of_a_board_by_hand() -> None:
    # three games: seat 0 wins two and is second once, seat 1 and 2 tie in the first
    assert seat_halves(3, [(1, 2, 2), (1, 3, 2), (2, 1, 3)]) == [10, 5, 3]
    assert seat_halves(2, [(1, 2, 1, 2), (2, 1, 2, 1), (1, 2, 1, 2)]) == [4, 2]  # partners share their rank


def test_the_effect_is_the_mean_of_boards_and_the_error_that_of_a_mean() -> None:
    boards = [[10, 5, 3], [8, 4, 6], [6, 6, 6], [4, 10, 4]] * 3
    for effect, halves in zip(seat_effects([tallied(boards)]), zip(*boards, strict=True), strict=True):
        scores = [each / 12 for each in halves]
        error = stdev(scores) / math.sqrt(12)
        assert math.isclose(effect.effect, sum(scores) / 12 - 0.5, abs_tol=1e-12)
        assert math.isclose(effect.error, error, abs_tol=1e-12)
        low, _ = known(score_interval(12, sum(scores) / 12, error))
        assert math.isclose(known(effect.low), low - 0.5, abs_tol=1e-12)


def test_seat_tally_counts_places_from_the_first_dealer() -> None:
    (turned,) = [tallied([[10, 5, 3]]).turned(1)]
    assert (turned.halves, turned.squares) == ([5, 3, 10], [25, 9, 100])
    # where partners play the dealer's side comes first
    assert tallied([[4, 0]]).turned(3).halves == [0, 4]


def test_few_boards_have_no_interval() -> None:
    assert seat_effects([]) == []
    assert seat_effects([tallied([[1, 3]])])[0].error == math.inf
    assert seat_effects([tallied([[1, 3]] * 9)])[0].low is None
    assert seat_effects([tallied([[1, 3]] * 10)])[0].low is not None


@given(st.lists(st.permutations([1, 2, 3, 4]), min_size=1, max_size=20))
def test_effects_add_up_to_nothing(games: list[tuple[int, ...]]) -> None:
    effects = seat_effects([tallied([seat_halves(4, [game] * 4) for game in games])])
    assert math.isclose(sum(each.effect for each in effects), 0, abs_tol=1e-12)


def test_intervals_cover_the_truth_and_strength_does_not_matter() -> None:
    # Three players 200 apart and a seat worth something: each board has every player once in each seat.
    rng, inside, trials = np.random.default_rng(1), 0, sized(50, 600)
    strength, seat = np.array([0.0, 1.15, 2.3]), np.array([0.4, 0.0, -0.4])
    many = boards_of(strength, seat, np.random.default_rng(2).gumbel(size=(50_000, 3, 3)))
    truth = float(np.mean([halves[0] for halves in many]) / 12 - 0.5)
    for _ in range(trials):
        effect = seat_effects([tallied(boards_of(strength, seat, rng.gumbel(size=(40, 3, 3))))])[0]
        inside += known(effect.low) <= truth <= known(effect.high)
    assert 0.93 <= inside / trials <= 0.995


def boards_of(strength: np.ndarray, seat: np.ndarray, luck: np.ndarray) -> list[list[int]]:
    """Return half points by seat; *luck*: boards x rotations x seats. In rotation r player j sits at (j + r) mod 3."""
    order = np.array([[(s - r) % 3 for s in range(3)] for r in range(3)])
    ranks = 1 + (-(luck + strength[order] + seat)).argsort(2).argsort(2)
    won = (ranks[..., :, None] < ranks[..., None, :]).sum((1, 3))
    halves: list[list[int]] = (2 * won).tolist()
    return halves

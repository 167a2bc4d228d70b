import math
import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.standings import crosstable, head_to_head, standings
from arena.league.ratings.strengths import ELO, Strengths
from arena.league.ratings.tally import LineUpTally
from tests.league.made import HALF, LOST, WON, Ranks, board, boards, fit, known, tallied

Blocks = Iterable[Iterable[BoardScore]]


def in_blocks(blocks: Blocks) -> list[LineUpTally]:
    """Return the tallies of the boards of *blocks*."""
    pairs = [(each, number) for number, block in enumerate(blocks) for each in block]
    return tallied([each for each, _ in pairs], [number for _, number in pairs])


def of_two(*blocks: list[Ranks]) -> list[LineUpTally]:
    return in_blocks([board(ranks) for ranks in block] for block in blocks)


def test_block_sums_by_hand() -> None:
    (tally,) = of_two([WON, LOST, HALF], [WON, WON])  # half points 4, 0, 2 and 4, 4
    assert (tally.boards, tally.halves, tally.squares) == (5, [14], [52])
    assert (tally.blocks, tally.block_boards) == (2, 3**2 + 2**2)
    assert (tally.block_halves, tally.block_squares) == ([3 * 6 + 2 * 8], [6**2 + 8**2])
    assert tally.block_products == [6**2 + 8**2, 6 * 6 + 8 * 0, 6**2]
    assert tally.by_block.totals == [34, 13 * 4 - 34]


@given(st.lists(st.lists(boards(3), max_size=5), max_size=4), st.randoms(use_true_random=False))
def test_sums_depend_on_no_order_and_can_be_subtracted(blocks: list[list[BoardScore]], dice: random.Random) -> None:
    whole, part = in_blocks(blocks), in_blocks([block[:2] for block in blocks])
    assert in_blocks(dice.sample(block, len(block)) for block in dice.sample(blocks, len(blocks))) == whole
    earlier = {tally.players: tally for tally in part}
    for tally in whole:
        before = earlier.get(tally.players, LineUpTally(tally.players))
        assert tally.less(tally.less(before)) == before


def test_boards_in_blocks_of_their_own_are_independent() -> None:
    (tally,) = of_two([WON], [HALF], [LOST])
    assert (tally.block_boards, tally.block_halves, tally.block_products) == (3, tally.halves, tally.products)
    without = LineUpTally(tally.players, tally.boards, tally.halves, tally.squares, tally.products)
    assert (without.by_block, without.blocks) == (tally.by_block, 3)


def test_error_of_a_mean_by_hand() -> None:
    # blocks of 2 and 1 boards, mean 2/3: squares of (2 - 4/3) and (0 - 2/3), times 2, over 3 boards
    (line, _) = standings(of_two([WON, WON], [LOST]))
    assert (line.boards, line.blocks) == (3, 2)
    assert line.error == pytest.approx(math.sqrt((4 / 9 + 4 / 9) * 2) / 3)


@pytest.mark.parametrize(("blocks", "error"), [(11, math.sqrt(22 / 4 * 22 / 21) / 22), (12, 0.0)])
def test_few_blocks_take_the_scatter_of_boards_if_it_is_larger(blocks: int, error: float) -> None:
    tallies = of_two(*[[WON, LOST]] * blocks)
    assert [line.error for line in standings(tallies)] == pytest.approx([error] * 2)
    assert crosstable(tallies)[0].error == pytest.approx(error)
    assert len(fit(tallies).spreads) == (2 if blocks < 12 else 1)


def test_two_blocks_have_no_interval() -> None:
    two, three = (of_two(*[[WON, LOST] * 5] * blocks) for blocks in (2, 3))
    assert standings(two)[0].interval is None
    assert (known(standings(three)[0].low) < 0.5, known(crosstable(three)[0].high) > 0.5) == (True, True)
    assert Strengths(fit(two)).superiority(1, 2) is None
    assert [line.low for line in Strengths(fit(two)).table()] == [None, None]
    assert Strengths(fit(three)).superiority(1, 2) == pytest.approx(0.5)


def test_blocks_that_scatter_too_much_show_nothing() -> None:
    # three blocks that are won, lost and won whole: they are worth less than one board
    tallies = of_two([WON] * 10, [LOST] * 10, [WON] * 10)
    assert standings(tallies)[0].interval == (0.0, 1.0)
    line = Strengths(fit(tallies)).table()[0]
    assert (line.low, line.high, line.bound) == (None, None, "")
    assert math.isfinite(line.error)


def test_the_other_side_of_a_meeting_is_its_mirror_image() -> None:
    tallies = of_two([WON, WON, HALF], [LOST], [HALF, WON], [LOST, LOST, LOST, WON])
    one, other = (known(head_to_head(tallies, *pair)) for pair in ((1, 2), (2, 1)))
    assert (other.score, other.error) == pytest.approx((1 - one.score, one.error))
    assert (other.interval or ()) == pytest.approx(tuple(1 - end for end in (one.interval or ())[::-1]))


def test_error_of_a_difference_by_hand() -> None:
    # 40 blocks of two boards, all won or all lost: a block has the surplus 1 or -1 and twice the leverage of a board
    strengths = Strengths(fit(of_two(*[[WON, WON], [LOST, LOST]] * 20)))
    more, error, degrees = strengths.difference(1, 2)
    assert more == pytest.approx(0, abs=1e-6)
    assert error == pytest.approx(ELO * 4 / 80.5 * math.sqrt(40 / (1 - 2 / 80.5)))
    assert degrees == 39


def test_fields_of_a_board_have_its_blocks() -> None:
    halves = {"won": (2, 2), "lost": (0, 0), "split": (2, 0)}
    scores = [
        [BoardScore(0, "v", (1, 2, 3, 4), halves[name], (0,) * 4, (0,) * 4, 2) for name in block]
        for block in (["won", "split"], ["lost", "won", "split"])
    ]
    (tally,) = in_blocks(scores)
    first, second = tally.by_field()
    assert (first.blocks, first.block_boards, second.block_boards) == (2, 13, 13)
    assert (first.block_halves, second.block_halves) == ([2 * 4 + 3 * 4], [2 * 2 + 3 * 2])
    assert (first.block_products, second.block_products) == ([32, 8, 4], [8, 12, 20])

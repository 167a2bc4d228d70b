"""Board Elo against the house."""

from math import inf

import pytest

from arena.rl.evaluate import elo_of, evaluate
from bots.examples.vector_bot import GreedyVectorBot
from bots.sdk import VectorBot


def test_a_better_policy_has_more_board_elo() -> None:
    weak = evaluate(VectorBot(), boards=10, against="random", variant="spades-3")
    better = evaluate(GreedyVectorBot(), boards=10, against="random", variant="spades-3")
    assert better.elo > weak.elo
    assert better.low is not None
    assert better.high is not None
    assert better.low < better.elo <= better.high
    assert "10 boards, 95% interval" in str(better)
    assert better == evaluate(GreedyVectorBot(), boards=10, against="random", variant="spades-3")


def test_boards_of_one_hand_are_others_than_those_of_rated_length() -> None:
    policy = GreedyVectorBot()
    one, rated = (evaluate(policy, boards=6, against="random", variant="spades-3", hands=hands) for hands in (1, None))
    assert one != rated
    assert rated == evaluate(policy, boards=6, against="random", variant="spades-3", hands=3)


def test_few_boards_have_no_interval() -> None:
    assert evaluate(VectorBot(), boards=2).low is None
    with pytest.raises(ValueError, match="2 or more"):
        evaluate(VectorBot(), boards=1)


def test_a_score_as_board_elo() -> None:
    assert elo_of(0.5) == 0
    assert elo_of(10 / 11) == pytest.approx(400)
    assert (elo_of(0), elo_of(1)) == (-inf, inf)

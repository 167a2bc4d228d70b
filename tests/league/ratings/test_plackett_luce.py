import math
from itertools import permutations

import numpy as np
import pytest
from openskill.models import PlackettLuce

from arena.league.ratings.plackett_luce import Belief, PlayedGame, disagreements, fold, superiority

NEW = Belief()


def test_a_game_moves_beliefs_as_the_package_says() -> None:
    model = PlackettLuce()
    expected = model.rate([[model.rating()] for _ in range(3)], ranks=[2, 1, 2])
    after = fold({}, [PlayedGame((7, 8, 9), (2, 1, 2), 3)])
    assert [(after[player].mu, after[player].sigma) for player in (7, 8, 9)] == [
        (rated.mu, rated.sigma) for ((rated,),) in zip(expected, strict=True)
    ]
    assert {player: belief.games for player, belief in after.items()} == {7: 1, 8: 1, 9: 1}
    assert after[8].mu > NEW.mu > after[7].mu


def test_a_bot_that_is_both_partners_is_a_team_of_one_and_a_pair_is_one_of_two() -> None:
    assert PlayedGame((1, 2, 1, 2), (1, 2, 1, 2), 2).teams() == [(1,), (2,)]
    assert PlayedGame((1, 2, 3, 4), (1, 2, 1, 2), 2).teams() == [(1, 3), (2, 4)]
    after = fold({}, [PlayedGame((1, 2, 3, 4), (1, 2, 1, 2), 2)])
    assert after[1] == after[3]
    assert after[1].mu > after[2].mu


def test_folding_goes_on_bit_for_bit() -> None:
    rng = np.random.default_rng(1)
    games = [PlayedGame(tuple(map(int, rng.permutation(6)[:4])), (1, 2, 3, 4), 4) for _ in range(40)]
    assert fold(fold({}, games[:17]), games[17:]) == fold({}, games)


def test_it_finds_the_order_of_players_of_known_strength() -> None:
    rng = np.random.default_rng(2)
    strength = np.arange(5.0)
    games = []
    for _ in range(600):
        seated = rng.permutation(5)[:4]
        ranks = 1 + (-(rng.gumbel(size=4) + strength[seated])).argsort().argsort()
        games.append(PlayedGame(tuple(map(int, seated)), tuple(map(int, ranks)), 4))
    beliefs = fold({}, games)
    assert sorted(beliefs, key=lambda player: beliefs[player].mu) == [0, 1, 2, 3, 4]


def test_superiority_is_that_of_two_normal_beliefs() -> None:
    assert superiority(NEW, NEW) == 0.5
    one, other = Belief(30, 3, 9), Belief(25, 4, 9)
    assert superiority(one, other) == pytest.approx((1 + math.erf(1 / math.sqrt(2))) / 2)
    assert superiority(other, one) == pytest.approx(1 - superiority(one, other))


def test_who_disagrees_is_told_where_one_of_both_is_sure() -> None:
    beliefs = {1: Belief(30, 1, 9), 2: Belief(20, 1, 9), 3: Belief(20.1, 9, 9)}
    likely = {(1, 2): 0.3, (1, 3): 0.9, (2, 3): 0.6}
    official = {
        (one, other): likely[one, other] if one < other else 1 - likely[other, one]
        for one, other in permutations(beliefs, 2)
    }
    (found,) = disagreements(beliefs, official, sure=0.9)
    assert (found.player, found.other, found.official) == (2, 1, 0.7)
    assert found.opinion < 1e-6
    assert len(disagreements(beliefs, official, sure=0.5)) == 2

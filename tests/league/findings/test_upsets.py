"""The board that came out most unlike the ratings, against plain arithmetic."""

from itertools import combinations
from math import exp
from random import Random

import pytest

from arena.league.findings.upsets import biggest_upset
from arena.league.ratings.boards import BoardScore

STRENGTHS = {1: 1.0, 2: 0.5, 3: 0.0, 4: -1.5}


def board(number: int, *halves: int, line_up: tuple[int, ...] = (1, 2, 3, 4), tables: int = 1) -> BoardScore:
    none = (0,) * len(line_up)
    return BoardScore(number, "spades-4", line_up, halves, none, none, tables)


def test_it_is_the_largest_gap_of_a_bot_that_was_to_lose() -> None:
    dice = Random(1)
    boards = [board(number, *(dice.randrange(9) for _ in range(6))) for number in range(50)]
    gaps = {}
    for each in boards:
        for player, others in ((player, [other for other in STRENGTHS if other != player]) for player in STRENGTHS):
            halves = dict(zip(combinations(range(4), 2), each.halves, strict=True))
            scores, wins = [], []
            for other in others:
                pair = (player - 1, other - 1)
                scores.append(halves[pair] / 8 if pair in halves else 1 - halves[pair[::-1]] / 8)
                wins.append(1 / (1 + exp(STRENGTHS[other] - STRENGTHS[player])))
            score, expected = sum(scores) / 3, sum(wins) / 3
            if expected < 0.5 < score:
                gaps[each.number, player] = score - expected
    found = biggest_upset(boards, STRENGTHS)
    assert found is not None
    assert gaps[found.board.number, found.player] == pytest.approx(max(gaps.values()))
    assert found.score - found.expected == pytest.approx(max(gaps.values()))


def test_who_was_to_win_upsets_nobody() -> None:
    assert biggest_upset([board(0, 8, 8, 8, 8, 8, 8)], STRENGTHS) is None
    assert biggest_upset([], STRENGTHS) is None


def test_only_players_of_one_table_and_field_are_compared() -> None:
    all_lost = board(0, 0, 0, 0, 0, 0, 0)
    assert biggest_upset([all_lost], {1: 1.0}) is None
    found = biggest_upset([all_lost], {1: 1.0, 4: 0.0})
    assert found is not None
    assert (found.player, found.others, found.score) == (4, (1,), 1.0)
    apart = board(1, 0, 0, line_up=(1, 2, 3, 4), tables=2)  # in the pool open: 1 beside 2, 3 beside 4
    found = biggest_upset([apart], STRENGTHS)
    assert found is not None
    assert (found.player, found.others) == (4, (3,))

import random

import pytest

from arena.league.findings.voids import Void, at_least, summarize_voids
from tests.sizes import sized

PLAYERS, SEATS = 12, 3


def table(boards: int, chance_of_void: float, more: float, seed: int) -> list[bool]:
    """Return whether each player of a drawn table is flagged; boards of player 0 are voided *more* often."""
    rng = random.Random(seed)
    played, voids, closed = dict.fromkeys(range(PLAYERS), 0), [], 0
    for number in range(boards):
        line_up = tuple(rng.sample(range(PLAYERS), SEATS))
        if rng.random() < chance_of_void + more * (0 in line_up):
            voids.append(Void(number * 100.0, line_up, "answers_lost"))
        else:
            closed += 1
            for player in line_up:
                played[player] += 1
    flagged = {line.player for line in summarize_voids(voids, played, closed) if line.is_flagged}
    return [player in flagged for player in range(PLAYERS)]


def test_chance_alone_flags_fewer_than_one_table_in_a_hundred() -> None:
    tables = sized(80, 2000)
    assert sum(any(table(400, 0.03, 0.0, seed)) for seed in range(tables)) <= 0.01 * tables


def test_voids_flag_only_the_player_voided_most_often() -> None:
    tables = [table(400, 0.01, 0.2, seed) for seed in range(20)]
    assert sum(each[0] for each in tables) >= 18
    assert not any(any(each[1:]) for each in tables)


def test_voids_within_a_minute_are_one_incident() -> None:
    voids = [Void(10.0 + number, (0, 1 + number, 9), "arena") for number in range(8)]
    first, *others = summarize_voids(voids, dict.fromkeys(range(10), 100), 330)
    assert (first.player, first.voided, first.incidents, first.is_flagged) == (0, 8, 1, False)
    assert first.causes == {"arena": 8}
    assert first.dealt == 108
    assert [line.player for line in others] == [9, *range(1, 9)]


def test_incident_ends_after_a_minute_without_voids() -> None:
    (line,) = summarize_voids([Void(at, (0,), "x") for at in (0, 60, 120, 181)], {0: 9, 1: 9}, 18)
    assert line.incidents == 2


def test_a_tail_by_hand() -> None:
    assert at_least(2, 3, 0.5) == pytest.approx(0.5)
    assert at_least(0, 3, 0.5) == 1
    assert at_least(1, 3, 0.0) == 0
    assert at_least(3, 3, 1.0) == 1


def test_nothing_voided_is_no_line() -> None:
    assert summarize_voids([], {0: 5}, 5) == []

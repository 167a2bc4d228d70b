import random
from math import sqrt
from statistics import stdev

import pytest

from arena.league.findings.memory import MemoryLine, MemoryTally, memory_lines
from arena.league.findings.seat_effects import seat_halves
from arena.league.numeric.student import t_quantile
from tests.league.made import known
from tests.sizes import sized

SEAT_WORTH = (0.0, 0.4, 0.0, -0.4)

Game = tuple[tuple[int, ...], tuple[int, ...]]  # who sat where, and the ranks there


def tallies_of(first: Game, last: Game) -> list[MemoryTally]:
    """Return the memory tallies of each player from a board's first and last game."""
    halves = [seat_halves(len(seated), [ranks]) for seated, ranks in (first, last)]
    tallies = []
    for player in first[0]:
        seats = first[0].index(player), last[0].index(player)
        taken = halves[0][seats[0]], halves[1][seats[1]]
        tallies.append(MemoryTally(player, *seats, 1, *taken, (taken[1] - taken[0]) ** 2))
    return tallies


def boards(count: int, gains: dict[int, float], seed: int) -> list[MemoryTally]:
    """Draw boards of four players; *gains*: added luck when a player meets a deal again. Player 1 begins in seat 0."""
    chance, rows = random.Random(seed), []
    for _ in range(count):
        first = (1, *chance.sample([2, 3, 4], 3))
        last = (*first[1:], first[0])
        games = []
        for seated, gain in ((first, {}), (last, gains)):
            luck = [chance.gauss() + SEAT_WORTH[seat] + gain.get(each, 0) for seat, each in enumerate(seated)]
            games.append((seated, tuple(1 + sum(other > mine for other in luck) for mine in luck)))
        rows += tallies_of(games[0], games[1])
    return rows


def flagged(lines: list[MemoryLine]) -> set[int]:
    return {line.player for line in lines if line.is_flagged}


def test_memory_flags_a_player_that_gains() -> None:
    line = memory_lines(boards(400, {3: 1.0}, 1), 4)[0]
    assert (line.player, line.is_flagged) == (3, True)
    assert known(line.low) > 0


def test_memory_flags_one_honest_player_in_a_hundred() -> None:
    # Seats differ in worth, and player 1 goes from seat 0 to seat 3 on every board: that is no memory.
    seasons = sized(40, 200)
    players = [player for season in range(seasons) for player in flagged(memory_lines(boards(40, {}, season), 4))]
    assert len(players) <= 0.03 * 4 * seasons
    assert players.count(1) <= 0.05 * seasons


def test_memory_interval_needs_ten_boards() -> None:
    lines = memory_lines(boards(9, {3: 5.0}, 1), 4)
    assert all(line.low is None and not line.is_flagged for line in lines)


def test_a_win_after_a_loss_is_a_whole_score_more() -> None:
    # Both seats are worth as much: 5 wins from seat 0 what it lost from seat 1, and the other way round.
    lost, won = ((6, 5), (1, 2)), ((5, 6), (1, 2))
    other = ((5, 6), (2, 1)), ((6, 5), (2, 1))
    lines = {line.player: line for line in memory_lines([*tallies_of(lost, won), *tallies_of(*other)] * 6, 2)}
    assert (lines[5].boards, lines[5].mean, lines[5].low, lines[6].mean) == (12, 1, 1, -1)


def test_an_interval_by_hand() -> None:
    gains = [2, 2, 1, 0, 0] * 2
    (line,) = memory_lines([MemoryTally(1, seat, 1 - seat, 5, 5, 10, 9) for seat in (0, 1)], 2)
    width = t_quantile(0.995, 9) * stdev(gains) / sqrt(10)
    assert (line.boards, line.mean) == (10, 1 / 2)  # of two half points
    assert line.low == pytest.approx((1 - width) / 2)
    assert line.high == pytest.approx((1 + width) / 2)

import random

from arena.league.memory import MemoryLine, Rotation, memory_lines

SEAT_WORTH = (0.0, 0.4, 0.0, -0.4)


def boards(count: int, gains: dict[int, float], seed: int) -> list[tuple[Rotation, Rotation]]:
    """Four players; *gains*: what each adds to its luck when it meets a deal again. Player 1 begins in seat 0."""
    chance, found = random.Random(seed), []
    for _ in range(count):
        first = (1, *chance.sample([2, 3, 4], 3))
        last = (*first[1:], first[0])
        games = []
        for seated, gain in ((first, {}), (last, gains)):
            luck = [chance.gauss() + SEAT_WORTH[seat] + gain.get(each, 0) for seat, each in enumerate(seated)]
            games.append(Rotation(seated, tuple(1 + sum(other > mine for other in luck) for mine in luck)))
        found.append((games[0], games[1]))
    return found


def flagged(lines: list[MemoryLine]) -> set[int]:
    return {line.player for line in lines if line.is_flagged}


def test_who_remembers_is_flagged_above_nought() -> None:
    lines = memory_lines(boards(400, {3: 1.0}, 1))
    assert lines[0].player == 3
    assert lines[0].is_flagged
    assert lines[0].low is not None
    assert lines[0].low > 0


def test_of_those_who_do_not_about_one_in_a_hundred_is_flagged() -> None:
    # Seats differ in worth, and player 1 goes from seat 0 to seat 3 on every board: that is no memory.
    found = [player for season in range(200) for player in flagged(memory_lines(boards(40, {}, season)))]
    assert len(found) <= 0.03 * 4 * 200
    assert found.count(1) <= 10


def test_below_ten_boards_nothing_is_said() -> None:
    lines = memory_lines(boards(9, {3: 5.0}, 1))
    assert all(line.low is None and not line.is_flagged for line in lines)


def test_partners_count_as_one() -> None:
    won, lost = Rotation((5, 6, 5, 6), (1, 2, 1, 2)), Rotation((6, 5, 6, 5), (1, 2, 1, 2))
    lines = {line.player: line for line in memory_lines([(won, lost), (lost, won)] * 6)}
    assert lines[5].mean == lines[6].mean == 0
    lines = {line.player: line for line in memory_lines([(won, Rotation((6, 5, 6, 5), (2, 1, 2, 1)))] * 12)}
    assert lines[5].boards == 12

from collections import Counter
from itertools import combinations, islice

import pytest

from arena.league.designs.base_blocks import shifts
from arena.league.designs.cyclic import Differences, base_blocks, perfect_family
from arena.league.designs.lineups import LineUp

# Known cyclic designs of index 1: Peltesohn's triple systems, the planes of order 3 and 4, Bose's and others' families.
KNOWN = [(7, 3), (13, 3), (19, 3), (25, 3), (31, 3), (13, 4), (37, 4), (49, 4), (21, 5), (41, 5)]


@pytest.mark.parametrize(("players", "seats"), KNOWN)
def test_perfect_family_meets_every_pair_once(players: int, seats: int) -> None:
    family = perfect_family(players, seats)
    assert len(family) == (players - 1) // (seats * (seats - 1))
    differences = Counter((one - other) % players for block in family for one in block for other in block)
    assert differences == {0: seats * len(family)} | dict.fromkeys(range(1, players), 1)


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("players", [6, 9, 16, 20, 24, 33, 50, 64, 100, 255, 500])
def test_after_any_number_of_rounds_pairs_met_about_equally_often(players: int, seats: int) -> None:
    differences: Counter[int] = Counter(dict.fromkeys(range(1, players // 2 + 1), 0))
    for block in islice(base_blocks(players, seats), min(100, players)):
        assert len(set(block)) == seats
        for one, other in combinations(block, 2):
            difference = min((one - other) % players, (other - one) % players)
            differences[difference] += 2 if 2 * difference == players else 1
        assert max(differences.values()) - min(differences.values()) <= 2 + (min(differences.values()) == 0)


def test_neighbours_on_the_circle_are_pairs_as_others_are() -> None:
    differences = Differences(7)
    for difference, often in ((1, 3), (2, 8), (3, 8)):
        differences.add(0, (difference,), often)
    assert differences.spread == 5
    assert not differences.is_even


def test_shifts_keep_fixed_players_at_every_table() -> None:
    block = LineUp((0, 2, 3, 4), 1)  # of three that go round, 3 and 4 are the fixed
    assert [each.places for each in shifts(block, (5, 6, 7), (8, 9))] == [(5, 7, 8, 9), (6, 5, 8, 9), (7, 6, 8, 9)]

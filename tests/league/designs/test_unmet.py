from itertools import combinations

from arena.league.designs.lineups import tables_of_unmet


def test_everybody_sits_beside_whom_they_may() -> None:
    assert tables_of_unmet([0, 1, 2, 3], 2, lambda one, other: False) == [[0, 1], [2, 3]]
    assert tables_of_unmet([0, 1, 2, 3], 2, lambda one, other: abs(one - other) == 1) == [[0, 2], [1, 3]]
    seated = tables_of_unmet(range(6), 3, lambda one, other: {one, other} in ({0, 1}, {2, 3}, {4, 5}))
    assert seated is not None
    assert sorted(place for table in seated for place in table) == list(range(6))
    met = [set(pair) for table in seated for pair in combinations(table, 2)]
    assert not any(pair in met for pair in ({0, 1}, {2, 3}, {4, 5}))


def test_where_there_is_no_seating_nobody_is_seated() -> None:
    assert tables_of_unmet([0, 1], 2, lambda one, other: True) is None
    assert tables_of_unmet([], 2, lambda one, other: True) == []

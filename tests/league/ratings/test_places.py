from arena.league.ratings.places import interval_places, is_surely_above


def test_intervals_that_overlap_share_their_ranks() -> None:
    assert interval_places([(0.6, 0.8), (0.55, 0.65), (0.3, 0.5)]) == [(1, 2), (1, 2), (3, 3)]
    assert interval_places([(0.6, 0.8), (None, None), (0.3, 0.5)]) == [(1, 2), (1, 3), (2, 3)]
    assert interval_places([]) == []


def test_open_interval_overlaps_beyond_its_end() -> None:
    assert is_surely_above((1700.0, None), (1400.0, 1600.0))
    assert not is_surely_above((1400.0, 1600.0), (None, None))
    assert not is_surely_above((0.5, 0.6), (0.4, 0.5))

from hypothesis import given
from hypothesis import strategies as st

from arena.league.ratings.boards import BoardScore
from arena.league.ratings.elo import fold
from arena.league.ratings.receipt import entry
from tests.league.made import boards


@given(st.dictionaries(st.integers(1, 6), st.floats(0, 3000)), boards())
def test_an_entry_is_what_folding_does_bit_for_bit(before: dict[int, float], played: BoardScore) -> None:
    after = fold(before, played)
    for player in played.line_up:
        found = entry(before, played, player)
        assert found.after == after[player]
        assert [other.player for other in found.opponents] == sorted(set(played.line_up) - {player})
        total = found.before
        for other in found.opponents:
            total += other.change
        assert total == found.after


@given(boards())
def test_what_one_is_given_another_is_taken(played: BoardScore) -> None:
    one, other = played.line_up[:2]
    (given_,) = (each for each in entry({}, played, one).opponents if each.player == other)
    (taken,) = (each for each in entry({}, played, other).opponents if each.player == one)
    assert given_.change == -taken.change
    assert given_.half_points + taken.half_points == played.most

from collections import Counter
from collections.abc import Iterator

import pytest

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.errors import BadBoardError, TooFewEntrantsError
from arena.league.pairs import entrants_by_seat, sitting
from arena.league.ratings.boards import BoardScore
from arena.league.schedules.balance import balance_of
from arena.league.schedules.gauntlet import Gauntlet
from arena.league.schedules.ladder import Terms, next_batch
from arena.league.schedules.schedule import RoundRobin
from arena.league.schedules.swiss import next_round

TABLE = Table("pinochle-single-deck", 2)
ANN, BOB, CYD = 1, 2, 3
ASH, BIRCH, CEDAR = Entrant(10, ANN), Entrant(11, BOB), Entrant(12, CYD)
MIXED = Entrant(20, ANN, BOB, (10, 11))
OTHER = Entrant(21, BOB, CYD, (11, 12))
OWN = Entrant(22, CYD, None, (12, 13))
ALL = [ASH, BIRCH, CEDAR, MIXED, OTHER, OWN]
LINE_UP = (20, 30)
PAIRS = {20: (1, 2), 30: (3, 4)}


def met(schedule: RoundRobin | Gauntlet) -> set[frozenset[int]]:
    return {frozenset(board.line_up) for board in schedule}


def test_no_two_meet_who_share_a_bot_or_unless_allowed_an_owner() -> None:
    kept_apart = met(RoundRobin(ALL, [TABLE], 2, "s"))
    assert kept_apart == {
        frozenset(pair) for pair in [(10, 11), (10, 12), (11, 12), (10, 21), (12, 20), (20, 22), (11, 22), (10, 22)]
    }
    allowed = met(RoundRobin(ALL, [TABLE], 2, "s", allow_same_owner=True))
    assert {
        frozenset(pair) for pair in [(12, 22), (20, 10), (20, 11), (20, 21), (21, 11), (21, 12), (21, 22)]
    }.isdisjoint(allowed)
    assert len(allowed) == 15 - 7


def test_other_schedules_keep_them_apart_too() -> None:
    gauntlet = Gauntlet([MIXED, ASH, CEDAR, OTHER, OWN], 1, [TABLE], 2, "s", allow_same_owner=True)
    assert met(gauntlet) == {frozenset((20, 12)), frozenset((20, 22))}
    terms = Terms(boards=1, tables=9, least=0, longest=99)
    (only,) = next_batch([ASH, MIXED, CEDAR], TABLE, terms, "s", [], {}, allow_same_owner=True)
    assert 2 in only.places
    entrants = [ASH, MIXED, CEDAR, Entrant(13, 4)]
    played: list[list[BoardScore]] = []
    for _ in range(3):
        drawn = next_round(entrants, TABLE, 1, "s", played)
        tables = [tuple(entrants[place].id for place in each.places) for each in drawn.line_ups]
        assert all({10, 20} != {*table} for table in tables)
        played.append([BoardScore(0, "", table, (2,), (0, 0), (0, 0)) for table in tables])


def test_the_balance_is_of_those_who_may_meet() -> None:
    schedule = RoundRobin(ALL, [TABLE], 4, "s")
    (balance,) = balance_of([board.line_up for board in schedule], ALL, TABLE)
    assert (balance.met.least, balance.met.most) == (4, 4)


@pytest.mark.parametrize("allow_same_owner", [False, True])
def test_round_robin_refuses_entrants_that_may_never_meet(allow_same_owner: bool) -> None:
    entrants = [ASH, MIXED, Entrant(23, ANN, CYD, (10, 12))]
    with pytest.raises(TooFewEntrantsError, match="no two"):
        RoundRobin(entrants, [TABLE], 1, "s", allow_same_owner)


def tables(turns: int) -> Iterator[list[int]]:
    """Yield who sits in each seat, rotation after rotation."""
    for turn in range(turns):
        sitters = sitting(LINE_UP, PAIRS, turn)
        assert sitters
        for rotation in range(2):
            yield [sitters[seat // 2 * 2 + (seat - rotation) % 2] for seat in range(4)]


def test_members_sit_opposite_and_on_every_seat_equally_often() -> None:
    seats: Counter[tuple[int, int]] = Counter()
    left: Counter[tuple[int, int]] = Counter()
    for table in tables(2):
        assert {frozenset(table[::2]), frozenset(table[1::2])} == {frozenset((1, 2)), frozenset((3, 4))}
        seats.update(enumerate(table))
        left.update(zip(table, table[1:] + table[:1], strict=True))
    assert seats == {(seat, bot): 1 for seat in range(4) for bot in (1, 2, 3, 4)}
    assert set(left.values()) == {2}
    assert len(left) == 8


def test_pair_holds_every_opponents_cards_within_four_boards() -> None:
    rows = list(tables(4))
    same = Counter(
        pair for one, other in zip(rows[::2], rows[1::2], strict=True) for pair in zip(one, other, strict=True)
    )
    assert set(same.values()) == {2}
    assert len(same) == 8


def test_single_bot_takes_both_seats_of_its_side() -> None:
    assert [sitting((7, 20), PAIRS, turn) for turn in range(4)] == [
        [7, 1, 7, 2],
        [7, 2, 7, 1],
        [7, 2, 7, 1],
        [7, 1, 7, 2],
    ]
    assert sitting((7, 8), PAIRS, 3) is None


def test_entrants_by_seat_follow_the_sitters() -> None:
    assert entrants_by_seat((20, 7), [1, 7, 2, 7], [7, 2, 7, 1]) == [7, 20, 7, 20]
    assert entrants_by_seat((8, 7), None, [7, 8, 7, 8]) == [7, 8, 7, 8]
    with pytest.raises(BadBoardError, match="sat down"):
        entrants_by_seat((20, 7), [1, 7, 2, 7], [7, 1, 7, 1])

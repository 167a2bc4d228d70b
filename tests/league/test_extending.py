from collections import Counter
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from arena.league.lineups import Entrant, Table
from arena.league.schedule import Met, RoundRobin, ScheduledBoard
from tests.league.balance import counted

TABLES = [Table("two", 2), Table("three", 3), Table("four", 4)]

entered = st.integers(4, 7).map(lambda count: [Entrant(100 + place, 0) for place in range(count)])
boards = st.integers(1, 20)
seeds = st.text(max_size=5)


def had(schedule: Iterable[ScheduledBoard]) -> Counter[Met]:
    """By ids less 100, which are the places."""
    return Counter((board.variant, frozenset(player - 100 for player in board.line_up)) for board in schedule)


@given(entered, boards, boards, seeds)
def test_every_line_up_gets_the_boards_it_would_have_had(
    entrants: list[Entrant], boards: int, more: int, seed: str
) -> None:
    first = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True)
    rest = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True, more=more, had=had(first))
    whole = RoundRobin(entrants, TABLES, boards + more, seed, allow_same_owner=True)

    def turns(*parts: RoundRobin) -> list[tuple[int, list[int], int]]:
        return sorted((board.variant, sorted(board.line_up), board.turn) for part in parts for board in part)

    assert turns(first, rest) == turns(whole)


@given(entered, st.integers(1, 3), st.integers(1, 3), seeds)
def test_after_whole_turns_of_the_orders_it_is_the_same_schedule(
    entrants: list[Entrant], boards: int, more: int, seed: str
) -> None:
    boards, more = 6 * boards, 6 * more  # 3! orders of four at a table
    first = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True)
    rest = RoundRobin(entrants, TABLES, boards, seed, allow_same_owner=True, more=more, had=had(first))
    whole = RoundRobin(entrants, TABLES, boards + more, seed, allow_same_owner=True)

    def played(*parts: RoundRobin) -> set[tuple[int, tuple[int, ...], int]]:
        return {(board.variant, board.line_up, board.turn) for part in parts for board in part}

    assert played(first, rest) == played(whole)


def test_a_design_goes_on_with_more_line_ups() -> None:
    entrants, tables = [Entrant(100 + place, 0) for place in range(60)], [Table("four", 4)]
    first = RoundRobin(entrants, tables, 1, "s", allow_same_owner=True)
    so_far = had(first)
    everything = list(first)
    for more in (1, 2, 3):
        rest = RoundRobin(entrants, tables, 1, "s", allow_same_owner=True, more=more, had=so_far)
        assert len(rest) > 0
        so_far += had(rest)
        everything += rest
        pairs, _ = counted(everything, 60)
        assert pairs.is_even
    assert len({(board.variant, frozenset(board.line_up), board.turn) for board in everything}) == len(everything)

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import Table, tables_of_unmet
from arena.league.entrants import Entrant
from arena.league.errors import TooFewEntrantsError
from arena.league.ratings.boards import BoardScore
from arena.league.schedules.swiss import Round, next_round, rounds_for, swiss_standings
from tests.league.made import board, entered
from tests.sizes import sized

Judge = Callable[[Sequence[int]], list[int]]  # who of a line-up beats whom: a number each, more is better


def by_id(line_up: Sequence[int]) -> list[int]:
    return list(line_up)


def by_chance(seed: int) -> Judge:
    chance = random.Random(seed)
    return lambda line_up: [chance.randrange(4) for _ in line_up]


def closed(line_up: Sequence[int], judge: Judge) -> BoardScore:
    points = judge(line_up)
    ranks = tuple(1 + sum(other > mine for other in points) for mine in points)
    return board([ranks] * len(line_up), tuple(line_up))


def play(entrants: list[Entrant], bots: int, rounds: int, judge: Judge, **settings: bool) -> list[Round]:
    drawn: list[Round] = []
    played: list[list[BoardScore]] = []
    for _ in range(rounds):
        drawn.append(next_round(entrants, Table("v", bots), 2, "s", played, **settings))
        line_ups = [[entrants[place].id for place in line_up.circle(0)] for line_up in drawn[-1].line_ups]
        played.append([closed(line_up, judge) for line_up in line_ups])
    return drawn


def meetings(rounds: list[Round]) -> Counter[tuple[int, int]]:
    return Counter(pair for each in rounds for table in each.line_ups for pair in combinations(sorted(table.places), 2))


@given(st.integers(5, 40), st.integers(2, 5), st.integers(1, 6), st.integers(0, 9))
@settings(max_examples=sized(5, 25))
def test_everybody_sits_once_or_has_a_bye_and_byes_are_shared(n: int, bots: int, rounds: int, chance: int) -> None:
    byes: Counter[int] = Counter(dict.fromkeys(range(n), 0))
    for each in play(entered(range(n)), bots, rounds, by_chance(chance)):
        seated = [place for line_up in each.line_ups for place in line_up.places]
        assert sorted([*seated, *each.byes]) == list(range(n))
        assert len(each.byes) == n % bots
        byes.update(each.byes)
        assert max(byes.values()) - min(byes.values()) <= 1


@given(st.integers(2, 5), st.integers(3, 12), st.integers(0, 9))
@settings(max_examples=sized(5, 20))
def test_nobody_meets_another_twice_while_that_can_easily_be(bots: int, tables: int, chance: int) -> None:
    players = bots * tables
    rounds = max(1, (players - 1) // (bots - 1) // 3)
    assert max(meetings(play(entered(range(players)), bots, rounds, by_chance(chance))).values()) == 1


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
def test_many_are_drawn_so_that_neighbours_in_score_meet(bots: int) -> None:
    entrants = sized(119, 499)
    rounds = play(entered(range(entrants)), bots, 5, by_id)
    assert max(meetings(rounds).values()) == 1
    last = rounds[-1].line_ups
    spread = sum(max(table.places) - min(table.places) for table in last) / len(last)
    assert spread < entrants / 3  # at random: (bots - 1) / (bots + 1) of them


def test_the_best_is_first_after_the_rounds_it_takes() -> None:
    entrants = entered(range(33))
    played: list[list[BoardScore]] = []
    for _ in range(rounds_for(33)):
        drawn = next_round(entrants, Table("v", 2), 1, "s", played)
        played.append([closed([entrants[place].id for place in each.places], by_id) for each in drawn.line_ups])
    standings = swiss_standings(entrants, Table("v", 2), "s", played)
    assert standings[0].place == 32
    assert standings[0].score == rounds_for(33) == 6
    assert sum(line.byes for line in standings) == 6


def orders(entrants: int, *rounds: list[tuple[int, int]]) -> set[tuple[int, ...]]:
    """Return the places by standing, for several lots; the first of each pair has won."""
    played = [[closed((100 + one, 100 + other), lambda _: [1, 0]) for one, other in pairs] for pairs in rounds]
    seeds = [f"seed {number}" for number in range(12)]
    standings = [swiss_standings(entered(range(entrants)), Table("v", 2), seed, played) for seed in seeds]
    return {tuple(line.place for line in lines) for lines in standings}


def test_equals_go_by_the_scores_of_those_they_met() -> None:
    # FIDE Handbook C.07, Buchholz. Scores: 0 and 4 have 2; 2 and 3 have 1; 1 and 5 have 0.
    # Those they met have: 0: 0 + 1, 4: 0 + 0; 2: 1 + 2, 3: 1 + 0; 1: 2 + 2, 5: 2 + 1.
    assert orders(6, [(0, 1), (2, 3), (4, 5)], [(0, 2), (4, 1), (3, 5)]) == {(0, 4, 2, 3, 1, 5)}


def test_buchholz_counts_an_opponent_once_per_round() -> None:
    # 2 has 3, the others 1. 0 met 2 twice and 3 once: 3 + 3 + 1; 1 met 3 twice and 2 once: 1 + 1 + 3; 3: 1 + 1 + 1.
    assert orders(4, [(2, 0), (1, 3)], [(2, 0), (3, 1)], [(0, 3), (2, 1)]) == {(2, 0, 1, 3)}


@given(st.lists(st.integers(0, 5), min_size=6, max_size=20), st.integers(2, 4), st.integers(0, 9))
@settings(max_examples=sized(5, 20))
def test_no_two_bots_of_one_owner_meet(owners: list[int], bots: int, chance: int) -> None:
    entrants = [Entrant(place, owner) for place, owner in enumerate(owners)]
    if len(set(owners)) < bots:
        with pytest.raises(TooFewEntrantsError):
            play(entrants, bots, 1, by_id)
        return
    for each in play(entrants, bots, 3, by_chance(chance)):
        assert all(len({owners[place] for place in table.places}) == bots for table in each.line_ups)
        seated = [place for line_up in each.line_ups for place in line_up.places]
        assert sorted([*seated, *each.byes]) == list(range(len(owners)))


def test_swiss_gives_late_entrants_a_half_for_missed_rounds() -> None:
    entrants = entered(range(4))
    played = [[closed([100, 101], by_id), closed([102, 103], by_id)]]
    later = [*entrants[:3], Entrant(104, 9)]
    drawn = next_round(later, Table("v", 2), 1, "s", played)
    assert sorted(place for table in drawn.line_ups for place in table.places) == [0, 1, 2, 3]
    lines = {line.place: line.score for line in swiss_standings(later, Table("v", 2), "s", played)}
    assert lines == {0: 0, 1: 1, 2: 0, 3: 0.5}


def test_swiss_standings_put_withdrawn_entrants_last() -> None:
    entrants = entered(range(5))  # 4 has a bye, leaves in the second round, and would have 3 half points at the end
    played = [[closed([100, 101], by_id), closed([102, 103], by_id)] for _ in range(3)]

    def lines(**left: Mapping[int, int]) -> dict[int, tuple[float, int, int | None]]:
        rows = swiss_standings(entrants, Table("v", 2), "s", played, **left)
        return {line.place: (line.score, line.byes, line.left_after) for line in rows}

    assert lines()[4] == (1.5, 3, None)
    standings = lines(left_after={4: 1})
    assert standings[4] == (0.5, 1, 1)
    assert [*standings][-1] == 4  # though two who play have 0
    before_the_first = lines(left_after={4: 0, 1: 2})
    assert before_the_first[4] == (0, 0, 0)
    assert before_the_first[1] == (3, 0, 2)  # what it played counts
    assert [*before_the_first][-2:] == [1, 4]


def test_swiss_evens_out_left_neighbours() -> None:
    left: Counter[tuple[int, int]] = Counter()
    entrants = entered(range(4))
    played: list[list[BoardScore]] = []
    for _ in range(6):
        (line_up,) = next_round(entrants, Table("v", 4), 1, "s", played).line_ups
        circle = [entrants[place].id for place in line_up.circle(0)]
        left.update(zip(circle, (*circle[1:], circle[0]), strict=True))
        played.append([closed(circle, by_id)])
    assert max(left.values()) - min(left.values()) <= 1


@given(st.integers(2, 5), st.integers(2, 5), st.randoms(use_true_random=False))
@settings(max_examples=sized(5, 30))
def test_bots_come_and_go_between_rounds(bots: int, tables: int, chance: random.Random) -> None:
    entrants, played = entered(range(bots * tables + chance.randrange(bots))), list[list[BoardScore]]()
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()  # a round that somebody missed before it came is one
    for number in range(7):
        if number and chance.random() < 0.4 and len(entrants) > bots:
            entrants = entrants[:1] + entrants[2:]
        if number and chance.random() < 0.4:
            entrants = [*entrants, Entrant(200 + number, 200 + number)]
            byes[200 + number] = number
        drawn = next_round(entrants, Table("v", bots), 1, "s", played)
        ids = [entrant.id for entrant in entrants]
        met_now = [[ids[place] for place in line_up.circle(0)] for line_up in drawn.line_ups]
        seated = [player for table in met_now for player in table]
        out = [ids[place] for place in drawn.byes]
        assert sorted([*seated, *out]) == sorted(ids)
        assert len(out) == len(entrants) % bots
        assert not out or max(byes[player] for player in out) <= min(byes[player] for player in seated)
        again = any(met[frozenset(pair)] for table in met_now for pair in combinations(table, 2))
        assert not again or not tables_of_unmet(
            sorted(seated), bots, lambda one, other: met[frozenset((one, other))] > 0
        )
        byes.update(out)
        met.update(frozenset(pair) for table in met_now for pair in combinations(table, 2))
        played.append([closed(table, by_chance(chance.randrange(9))) for table in met_now])

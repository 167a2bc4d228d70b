import random
from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.designs.lineups import LineUp, Table
from arena.league.entrants import Entrant
from arena.league.ratings.boards import BoardScore
from arena.league.schedules.ladder import Knowledge, Terms, next_batch
from tests.league.made import board, entered, tallied
from tests.sizes import sized

TERMS = Terms(boards=2, tables=4, least=6, longest=3)


def closed(line_up: LineUp, chance: random.Random) -> list[BoardScore]:
    boards = []
    for _ in range(line_up.boards):
        lucks = [[chance.random() for _ in line_up.places] for _ in line_up.places]
        ranks = [tuple(1 + sum(other > mine for other in luck) for mine in luck) for luck in lucks]
        boards.append(board(ranks, line_up.places))
    return boards


class Season:
    """A ladder each of whose batches is closed before the next is drawn."""

    def __init__(self, entrants: int, bots: int, terms: Terms) -> None:
        self.entrants, self.table, self.terms = entered(range(entrants), 0), Table("v", bots), terms
        self.played: list[BoardScore] = []
        self.waited = Counter(dict.fromkeys(range(entrants), 0))
        self.longest = 0
        self.chance = random.Random(1)

    def batch(self) -> list[LineUp]:
        drawn = next_batch(self.entrants, self.table, self.terms, "s", tallied(self.played), self.waited)
        tables = [replace(each, places=tuple(self.entrants[place].id for place in each.places)) for each in drawn]
        seated = {player for table in tables for player in table.places}
        for entrant in self.entrants:
            self.waited[entrant.id] = 0 if entrant.id in seated else self.waited[entrant.id] + 1
        self.longest = max(self.longest, *self.waited.values())
        for table in tables:
            self.played += closed(table, self.chance)
        return tables


@given(st.integers(2, 30), st.integers(2, 5), st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=sized(4, 15))
def test_nobody_waits_longer_than_is_promised(entrants: int, bots: int, tables: int, longest: int) -> None:
    season = Season(entrants, bots, Terms(1, tables, 3, longest))
    if entrants < bots:
        assert season.batch() == []
        return
    for _ in range(25):
        drawn = season.batch()
        assert len(drawn) == min(tables, entrants // bots)
        seated = [place for line_up in drawn for place in line_up.places]
        assert len(set(seated)) == len(seated)
    assert season.longest <= longest + -(-entrants // min(tables, entrants // bots))


def test_a_new_version_goes_first_until_it_has_its_least() -> None:
    season = Season(12, 3, TERMS)
    for _ in range(12):
        season.batch()
    season.entrants.append(Entrant(12, 12))
    for _ in range(3):
        assert any(12 in line_up.places for line_up in season.batch())


def test_information_is_largest_for_close_and_little_known_pairs() -> None:
    levels = board([(1, 2), (1, 2)], (0, 1))
    even = board([(1, 2), (2, 1)], (2, 3))
    knowledge = Knowledge([0, 1, 2, 3, 4, 5], tallied([levels] * 20 + [even] * 20))
    assert knowledge.strength[0] > 1 > knowledge.strength[2]
    assert knowledge.information(4, 5) > knowledge.information(2, 3)
    assert knowledge.information(4, 2) > knowledge.information(2, 3)
    assert knowledge.information(2, 3) > 0


def test_most_boards_go_to_neighbours_in_strength() -> None:
    season, chance = Season(12, 2, Terms(2, 3, 6, 20)), random.Random(2)
    met: Counter[int] = Counter()
    for batch in range(sized(60, 150)):
        drawn = next_batch(season.entrants, season.table, season.terms, "s", tallied(season.played), {})
        for line_up in drawn:
            one, other = line_up.places
            p = 1 / (1 + exp(other - one))
            for _ in range(line_up.boards):
                won = [chance.random() < p for _ in range(2)]
                season.played.append(board([(1, 2) if each else (2, 1) for each in won], (one, other)))
            met[abs(one - other)] += batch >= 20
    each = {gap: count / (12 - gap) for gap, count in met.items()}
    assert each[1] > 2 * each.get(6, 0)


def test_bots_of_one_owner_do_not_meet() -> None:
    entrants = [Entrant(place, place // 2) for place in range(10)]
    for line_up in next_batch(entrants, Table("v", 3), TERMS, "s", [], {}):
        assert len({place // 2 for place in line_up.places}) == 3
    assert next_batch(entrants[:2], Table("v", 2), TERMS, "s", [], {}) == []


@pytest.mark.parametrize("bots", [2, 5])
def test_ladder_seats_many_entrants(bots: int) -> None:
    count = sized(120, 500)
    season = Season(count, bots, Terms(1, count // bots, 4, 5))
    for _ in range(2):
        drawn = season.batch()
        assert len(drawn) == count // bots
    pairs = Counter(pair for line_up in drawn for pair in combinations(line_up.places, 2))
    assert max(pairs.values()) == 1


def test_batch_depends_on_its_inputs_alone() -> None:
    one, other = (Season(9, 4, TERMS) for _ in range(2))
    assert [one.batch() for _ in range(5)] == [other.batch() for _ in range(5)]


@given(st.integers(2, 5), st.integers(1, 4), st.integers(1, 5), st.integers(0, 8), st.randoms(use_true_random=False))
@settings(max_examples=sized(4, 15))
def test_ladder_keeps_its_promises_while_bots_come_and_go(
    bots: int, tables: int, longest: int, least: int, chance: random.Random
) -> None:
    season = Season(bots * tables + 2, bots, Terms(2, tables, least, longest))
    joined = dict.fromkeys(range(bots * tables + 2), 0)
    for batch in range(1, 31):
        if chance.random() < 0.2 and len(season.entrants) > bots:
            season.entrants.pop(chance.randrange(len(season.entrants)))
        if chance.random() < 0.2:
            season.entrants.append(Entrant(100 + batch, 100 + batch))
            joined[100 + batch] = batch
        waited, had = Counter(season.waited), Counter(player for each in season.played for player in each.line_up)
        seated = {player for table in season.batch() for player in table.places}
        here = [entrant.id for entrant in season.entrants]
        late = {id_ for id_ in here if waited[id_] >= longest}
        new = {id_ for id_ in here if had[id_] < least} - late
        assert late <= seated or seated <= late  # nobody waits longer while somebody else sits
        assert late | new <= seated or seated <= late | new
        assert len(seated) == min(tables, len(here) // bots) * bots
    had = Counter(player for each in season.played for player in each.line_up)
    room = -(-len(season.entrants) // (bots * min(tables, len(season.entrants) // bots)))  # batches to seat everybody
    for entrant in season.entrants:
        assert had[entrant.id] >= min(least, 2 * ((30 - joined[entrant.id]) // (longest + room)))


def test_boards_tell_more_than_those_of_random_tables_do() -> None:
    chance, drawn_told, random_told = random.Random(3), 0.0, 0.0
    for bots in (2, 3, 4, 5):
        season = Season(20, bots, Terms(2, 20 // bots, 0, 1000))
        strength = {place: chance.gauss(0, 1.5) for place in range(20)}
        for _ in range(6):
            knowledge = Knowledge(list(range(20)), tallied(season.played))
            order = chance.sample(range(20), 20)
            others = [order[first : first + bots] for first in range(0, 20 - bots + 1, bots)]
            tables = [
                list(line_up.places)
                for line_up in next_batch(season.entrants, season.table, season.terms, "s", tallied(season.played), {})
            ]
            for table in tables:
                ranked = sorted(table, key=lambda place: -strength[place] + chance.gauss(0, 1))
                ranks = tuple(1 + ranked.index(place) for place in sorted(table))
                season.played += [board([ranks] * bots, tuple(sorted(table)))] * 2
            drawn_told += sum(knowledge.information(i, j) for table in tables for i, j in combinations(table, 2))
            random_told += sum(knowledge.information(i, j) for table in others for i, j in combinations(table, 2))
    assert drawn_told > 1.2 * random_told


def test_ladder_seats_the_most_informative_pair_first() -> None:
    sure = [board([(1, 2)] * 2, (0, 1))] * 100
    even = [board([(1, 2), (2, 1)], (2, 3))] * 50
    linked = [board([(1, 2), (2, 1)], (1, 2))] * 10
    terms = Terms(boards=1, tables=1, least=0, longest=1000)
    (line_up,) = next_batch(entered(range(4), 0), Table("v", 2), terms, "s", tallied([*sure, *even, *linked]), {})
    assert 0 not in line_up.places


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_line_up_that_plays_long_sits_in_all_circular_orders(seed: str) -> None:
    terms = Terms(boards=6, tables=1, least=0, longest=1000)
    (line_up,) = next_batch(entered(range(4), 0), Table("v", 4), terms, seed, [], {})
    assert sorted(line_up.orders) == list(range(6))

"""Measure how evenly a schedule brings entrants together."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb, factorial
from typing import TypeVar

from arena.league.designs.cyclic import perfect_family
from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.ratings.matchpoints import table_of
from arena.league.schedules.roundrobin import FEW, are_few

Pair = tuple[int, int]
Key = TypeVar("Key")


@dataclass(frozen=True)
class Evenness:
    """The least, the greatest and the mean of counts: of pairs that may meet, or of players.

    *known*: whether a design is known in which the counts differ by at most 1. *attainable*: the least possible spread
    if it is proved to exceed 1, else 1. *times*: challengers with the same line-ups, a factor of the allowed spread.
    """

    least: int
    most: int
    mean: float
    known: bool = False
    attainable: int = 1
    times: int = 1

    @property
    def spread(self) -> int:
        """Return the greatest count minus the least."""
        return self.most - self.least

    @property
    def allowed(self) -> float:
        """Return the largest spread that counts as even: 1, or without a known design a tenth of the mean."""
        promised = float(self.times) if self.known else max(float(self.times), self.mean / 10)
        return max(promised, self.attainable)

    @property
    def is_even(self) -> bool:
        """Return whether the spread is allowed."""
        return self.spread <= self.allowed


@dataclass(frozen=True)
class Balance:
    """How often pairs of the group *who* meet in a variant, sit left of each other, and play.

    For challengers and the field, *boards* counts the challengers' boards.
    """

    variant: str
    who: str
    met: Evenness
    left: Evenness
    boards: Evenness


def balance_of(
    line_ups: Iterable[tuple[int, ...]],
    entrants: Sequence[Entrant],
    table: Table,
    challengers: int = 0,
    allow_same_owner: bool = False,
    gone: frozenset[int] = frozenset(),
) -> list[Balance]:
    """Return the balance of the boards of *table*, one for each group of entrants.

    *line_ups*: each board's ids in circular order. In a gauntlet the first *challengers* entrants never meet each
    other; the groups are the field, and challengers with the field. *gone*: ids of entrants who left. They are not
    counted, and then no evenness is promised for the others.
    """
    met: Counter[Pair] = Counter()
    left: Counter[Pair] = Counter()
    played: Counter[int] = Counter()
    boards: Counter[tuple[int, ...]] = Counter()
    for line_up, count in Counter(line_ups).items():
        players = tuple(sorted(line_up))
        boards[players] += count
        for pair in combinations(players, 2):
            met[pair] += count
        for player in players:
            played[player] += count
        for pair in zip(line_up, (*line_up[1:], line_up[0]), strict=True):
            left[pair] += count
    known = not gone and _design_is_known(entrants, table, challengers, allow_same_owner)
    whole_turns = all(count % factorial(table.bots - 1) == 0 for count in boards.values())
    balances = []
    for who, pairs in possible(entrants, challengers, allow_same_owner, gone).items():
        if pairs and (challengers == 0 or table.bots > 2 or who not in (FIELD, FIELD + STAYED)):
            times = challengers if who == FIELD else 1
            meetings = evenness(met, pairs, known, times)
            sitting = evenness(left, [*pairs, *((other, one) for one, other in pairs)], known and whole_turns, times)
            sitting = replace(sitting, attainable=1 if challengers else _attainable(table, pairs, boards))
            own = entrants[:challengers] if who in (AGAINST, AGAINST + STAYED) else entrants[challengers:]
            those = [each.id for each in own if each.id not in gone]
            balances.append(Balance(table.variant, who, meetings, sitting, evenness(played, those, known, times)))
    return balances


def _attainable(table: Table, pairs: Sequence[Pair], boards: Counter[tuple[int, ...]]) -> int:
    """Return the least possible spread of left neighbours; 1 unless more is proved.

    *boards*: by set of players. Four players who meet only each other on 3 boards have a spread of 2 at least. For 1
    each player would sit once at each one's left. But the arcs of the complete directed graph on four points are no
    three circuits (J.-C. Bermond, V. Faber, "Decomposition of the complete directed graph into k-circuits", Journal of
    Combinatorial Theory B 21, 1976). The same is true of 3 boards more than a multiple of 6.
    """
    once = table.bots == 4 and 6 * len(boards) == len(pairs) and set(boards.values()) == {min(boards.values())}
    return 2 if once and min(boards.values()) % 6 == 3 else 1


EVERYBODY, FIELD, AGAINST = "everybody", "the field", "challengers and the field"
STAYED = " who stayed"  # suffix of the names of groups if an entrant has left


def possible(
    entrants: Sequence[Entrant],
    challengers: int = 0,
    allow_same_owner: bool = False,
    gone: frozenset[int] = frozenset(),
) -> dict[str, list[Pair]]:
    """Return the pairs of ids (ascending) that may meet, by group.

    The groups are everybody; in a gauntlet, the field, and challengers with the field.
    """
    stayed = STAYED if gone else ""
    among, against = (FIELD if challengers else EVERYBODY) + stayed, AGAINST + stayed
    possible: dict[str, list[Pair]] = {among: [], against: []}
    stakes = stakes_of(entrants, allow_same_owner)
    for (i, one), (j, other) in combinations(enumerate(entrants), 2):
        if j >= challengers and stakes[i].isdisjoint(stakes[j]) and gone.isdisjoint((one.id, other.id)):
            who = against if i < challengers else among
            possible[who].append((min(one.id, other.id), max(one.id, other.id)))
    return possible


def evenness(counts: Mapping[Key, int], keys: Sequence[Key], known: bool, times: int = 1) -> Evenness:
    """Return the evenness of the counts of all *keys*; a missing count is 0."""
    values = [counts.get(key, 0) for key in keys]
    return Evenness(min(values), max(values), sum(values) / len(values), known, times=times)


def _design_is_known(entrants: Sequence[Entrant], table: Table, challengers: int, allow_same_owner: bool) -> bool:
    """Return whether even meetings are possible: by all line-ups, or by a cyclic design of index 1.

    No design is known if owners keep bots apart.
    """
    if not may_meet(stakes_of(entrants, allow_same_owner), range(len(entrants))):
        return False
    players, seats = len(entrants) - challengers, table.bots - (1 if challengers else 0)
    all_of_them = comb(players, seats) <= FEW or (are_few(players, seats) and not challengers)
    return seats == 1 or all_of_them or bool(perfect_family(players, seats))


@dataclass(frozen=True)
class OpenBalance:
    """How often pairs are compared and meet in the pool `open`, and how often each player has each seat."""

    variant: str
    who: str
    compared: Evenness
    met: Evenness
    seats: Evenness


def open_balance(line_ups: Iterable[tuple[int, ...]], entrants: Sequence[Entrant], table: Table) -> list[OpenBalance]:
    """Return the balance of the boards of *table*, each played at several tables.

    *line_ups*: each board's ids; the one in seat s of table t has index s * tables + t.
    """
    compared: Counter[Pair] = Counter()
    met: Counter[Pair] = Counter()
    seats: Counter[Pair] = Counter()
    for line_up in line_ups:
        for seat in range(table.bots):
            field = line_up[seat * table.tables_per_board : (seat + 1) * table.tables_per_board]
            compared.update(combinations(sorted(field), 2))
            seats.update((player, seat) for player in field)
        for each in range(table.tables_per_board):
            met.update(combinations(sorted(table_of(line_up, table.tables_per_board, each)), 2))
    pairs = possible(entrants)[EVERYBODY]
    places = [(each.id, seat) for each in entrants for seat in range(table.bots)]
    # If every owner has one bot, every round puts everybody into each seat once.
    alone = may_meet(stakes_of(entrants, allow_same_owner=False), range(len(entrants)))
    return [
        OpenBalance(
            table.variant,
            EVERYBODY,
            compared=evenness(compared, pairs, known=False),
            met=evenness(met, pairs, known=False),
            seats=evenness(seats, places, known=alone),
        )
    ]

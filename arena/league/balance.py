"""How evenly boards bring entrants together: pairs that meet, and who sits at whose left."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, factorial

from arena.league.cyclic import perfect_family
from arena.league.entrants import Entrant, may_meet, stakes_of
from arena.league.lineups import FEW, Table, are_few

Pair = tuple[int, int]


@dataclass(frozen=True)
class Evenness:
    """Of the counts of all pairs that may meet: the least, the greatest, the mean.

    *known*: a design is known in which they differ by 1 at most.
    """

    least: int
    most: int
    mean: float
    known: bool = False

    @property
    def spread(self) -> int:
        """The greatest less the least."""
        return self.most - self.least

    @property
    def allowed(self) -> float:
        """The spread that is promised of a round robin: 1, or where no design is known a tenth of the mean."""
        return 1.0 if self.known else max(1.0, self.mean / 10)

    @property
    def is_even(self) -> bool:
        """The promise is kept."""
        return self.spread <= self.allowed


@dataclass(frozen=True)
class Balance:
    """How often pairs meet at a table, and how often one sits at the left of another, among *who*."""

    who: str
    met: Evenness
    left: Evenness


def balance_of(
    line_ups: Iterable[tuple[int, ...]],
    entrants: Sequence[Entrant],
    table: Table,
    challengers: int = 0,
    allow_same_owner: bool = False,
) -> list[Balance]:
    """Of the boards of *table*, each a line-up of ids in circular order.

    In a gauntlet the first *challengers* entrants are not counted with the field: how they meet it is a line of its
    own, and they never meet each other.
    """
    met: Counter[Pair] = Counter()
    left: Counter[Pair] = Counter()
    boards: Counter[tuple[int, ...]] = Counter()
    for line_up in line_ups:
        players = tuple(sorted(line_up))
        boards[players] += 1
        met.update(combinations(players, 2))
        left.update(zip(line_up, (*line_up[1:], line_up[0]), strict=True))
    known = _design_is_known(entrants, table, challengers, allow_same_owner)
    whole_turns = all(count % factorial(table.bots - 1) == 0 for count in boards.values())
    return [
        Balance(who, _evenness(met, pairs, known), _evenness(left, _both_ways(pairs), known and whole_turns))
        for who, pairs in _possible(entrants, challengers, allow_same_owner).items()
        if pairs and (challengers == 0 or table.bots > 2 or who != FIELD)
    ]


EVERYBODY, FIELD, AGAINST = "everybody", "the field", "challengers and the field"


def _possible(entrants: Sequence[Entrant], challengers: int, allow_same_owner: bool) -> dict[str, list[Pair]]:
    """The pairs that may meet, ids ascending."""
    possible: dict[str, list[Pair]] = {FIELD if challengers else EVERYBODY: [], AGAINST: []}
    stakes = stakes_of(entrants, allow_same_owner)
    for (i, one), (j, other) in combinations(enumerate(entrants), 2):
        if j >= challengers and stakes[i].isdisjoint(stakes[j]):
            who = AGAINST if i < challengers else FIELD if challengers else EVERYBODY
            possible[who].append((min(one.id, other.id), max(one.id, other.id)))
    return possible


def _both_ways(pairs: list[Pair]) -> list[Pair]:
    return [*pairs, *((other, one) for one, other in pairs)]


def _evenness(counts: Counter[Pair], pairs: list[Pair], known: bool) -> Evenness:
    values = [counts[pair] for pair in pairs]
    return Evenness(min(values), max(values), sum(values) / len(values), known)


def _design_is_known(entrants: Sequence[Entrant], table: Table, challengers: int, allow_same_owner: bool) -> bool:
    """All line-ups are one; else a cyclic one of index 1; none where owners keep bots apart."""
    if not may_meet(stakes_of(entrants, allow_same_owner), range(len(entrants))):
        return False
    players, seats = len(entrants) - challengers, table.bots - (1 if challengers else 0)
    all_of_them = comb(players, seats) <= FEW or (are_few(players, seats) and not challengers)
    return seats == 1 or all_of_them or bool(perfect_family(players, seats))

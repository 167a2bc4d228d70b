"""Build cyclic designs: a part of all line-ups, in which pairs of players meet equally often.

A base block is a set of places 0..n-1. Shifted by 0..n-1 modulo n, it makes n line-ups in which everybody plays equally
often. Two places meet as often as their difference occurs in the base blocks (R. C. Bose, "On the construction of
balanced incomplete block designs", Annals of Eugenics 9 (1939)). So base blocks with even differences are searched.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, cycle

Block = tuple[int, ...]
PERFECT_UP_TO = 50  # maximum of players for which a perfect family is searched; with more the search may take long
EVEN_ENOUGH = 10  # counts are even if their mean is at least this many times their spread
TAKEN = 1 << 60  # cost of an occupied place, above the cost of every free place
APART = 1000  # distance between the first turns of two sequences


class Differences:
    """Counts how often two places of a block differ by d; d and n - d are the same difference.

    n / 2 counts twice, because its shifts make each pair meet twice.
    """

    def __init__(self, players: int) -> None:
        half = players // 2
        self.of = [min(d, players - d) for d in range(players)]
        self.weight = [2 if 2 * d == players else 1 for d in range(half + 1)]
        self.counts = [0] * (half + 1)

    def add(self, place: int, others: Block, often: int = 1) -> None:
        """Count the differences between *place* and each of *others*, *often* times."""
        for other in others:
            difference = self.of[abs(place - other)]
            self.counts[difference] += often * self.weight[difference]

    def costs(self, others: Block) -> list[int]:
        """Return, for each place, the growth of the sum of squared counts if it joined *others*.

        If a place has the same difference to two of *others*, that costs 2 more. A place of *others* costs more than
        any free place.
        """
        players = len(self.of)
        growth = [2 * self.counts[d] + self.weight[d] for d in self.of] * 2
        rows = [growth[players - other : 2 * players - other] for other in others]
        costs = rows[0] if len(rows) == 1 else [sum(each) for each in zip(*rows, strict=True)]
        for place in _find_halfway(players, others):
            costs[place] += 2 * (len(others) - len({self.of[abs(place - other)] for other in others}))
        for other in others:
            costs[other] = TAKEN
        return costs

    @property
    def spread(self) -> int:
        """Return the greatest count minus the least."""
        return max(self.counts[1:]) - min(self.counts[1:])

    @property
    def is_even(self) -> bool:
        """Return whether all pairs meet, and the counts differ by at most 1 or a tenth of their mean."""
        players = len(self.of)
        mean = sum(self.counts[self.of[d]] for d in range(1, players)) / (players - 1)
        return min(self.counts[1:]) > 0 and self.spread <= max(1, mean / EVEN_ENOUGH)


def _find_halfway(players: int, others: Block) -> set[int]:
    """Return the places that have the same difference to two of *others*."""
    sums = {one + other for one, other in combinations(others, 2)}
    return {(each + lap) // 2 % players for each in sums for lap in (0, players) if (each + lap) % 2 == 0}


def base_blocks(players: int, seats: int, sequence: int = 0) -> Iterator[Block]:
    """Yield base blocks of *seats* places without end, such that all differences stay even.

    The counts of any first blocks differ by 2 at most, as tests show for up to 500 players. A perfect family repeats if
    there is one; otherwise each *sequence* has different blocks.
    """
    family = perfect_family(players, seats)
    return cycle(family) if family else _build_blocks(players, seats, sequence)


@cache
def perfect_family(players: int, seats: int) -> tuple[Block, ...]:
    """Return base blocks in which each difference occurs once (index 1); () if none were found."""
    blocks, rest = divmod(players - 1, seats * (seats - 1))
    if rest or not blocks or players > PERFECT_UP_TO:
        return ()
    return _complete(players, seats, blocks, (), frozenset()) or ()


def _complete(
    players: int, seats: int, blocks: int, family: tuple[Block, ...], used: frozenset[int]
) -> tuple[Block, ...] | None:
    """Return *family* completed to *blocks* base blocks, in which each difference occurs once; None if impossible.

    Each new block begins with the least unused difference. *used*: differences that occur already.
    """
    if len(family) == blocks:
        return family
    least = next(d for d in count(1) if d not in used)
    for block, taken in _blocks(players, seats, (0, least), used | {least, players - least}):
        whole = _complete(players, seats, blocks, (*family, block), taken)
        if whole:
            return whole
    return None


def _blocks(players: int, seats: int, block: Block, used: frozenset[int]) -> Iterator[tuple[Block, frozenset[int]]]:
    """Yield each completion of *block* by unused differences, and the differences used with it."""
    if len(block) == seats:
        yield block, used
        return
    for place in range(block[-1] + 1 if len(block) > 2 else 1, players):
        new = {(place - other) % players for other in block} | {(other - place) % players for other in block}
        if len(new) == 2 * len(block) and 0 not in new and not new & used:
            yield from _blocks(players, seats, (*block, place), used | new)


def _build_blocks(players: int, seats: int, sequence: int) -> Iterator[Block]:
    differences = Differences(players)
    for turn in count(sequence * APART):
        block: Block = (0,)
        while len(block) < seats:
            place = _find_cheapest(differences.costs(block), turn * 7919)
            differences.add(place, block)
            block = (*block, place)
        while (mended := _improve(differences, block)) != block:
            block = mended
        yield block


def _improve(differences: Differences, block: Block) -> Block:
    for index in range(1, len(block)):
        others = block[:index] + block[index + 1 :]
        differences.add(block[index], others, -1)
        costs = differences.costs(others)
        place = _find_cheapest(costs, 0)
        if costs[place] == costs[block[index]]:
            place = block[index]
        differences.add(place, others)
        block = (*block[:index], place, *block[index + 1 :])
    return block


def _find_cheapest(costs: list[int], first: int) -> int:
    """Return the cheapest place, the next one at or after *first*, cyclically; *first* varies the blocks."""
    first %= len(costs)
    least = min(costs)
    return costs.index(least, first) if least in costs[first:] else costs.index(least)

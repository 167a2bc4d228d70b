"""Cyclic designs: some of all line-ups, in which pairs meet equally often.

A base block is a set of places 0..n-1; shifted by 0..n-1 modulo n it makes n line-ups in which everybody plays equally
often. Two places meet as often as their difference occurs in the base blocks (R. C. Bose, "On the construction of
balanced incomplete block designs", Annals of Eugenics 9 (1939)), so blocks are sought whose differences are even.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, count, cycle

Block = tuple[int, ...]
PERFECT_UP_TO = 50  # players up to which a perfect family is searched for; with more the search may take long
EVEN_ENOUGH = 10  # counts are even if their mean is this many times their spread
TAKEN = 1 << 60  # cost of an occupied place, above that of any free one
APART = 1000  # distance in turns between two sequences


class Differences:
    """How often each difference occurs; d and n - d are one. n / 2 counts twice: its shifts meet twice."""

    def __init__(self, players: int) -> None:
        half = players // 2
        self.of = [min(d, players - d) for d in range(players)]
        self.weight = [2 if 2 * d == players else 1 for d in range(half + 1)]
        self.counts = [0] * (half + 1)

    def add(self, place: int, others: Block, often: int = 1) -> None:
        """Count the differences of *place* to *others*."""
        for other in others:
            difference = self.of[abs(place - other)]
            self.counts[difference] += often * self.weight[difference]

    def costs(self, others: Block) -> list[int]:
        """Return by how much each place would raise the sum of squares.

        The same difference twice costs 2 more; a place of *others* costs more than any free one.
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
        """The greatest count less the least."""
        return max(self.counts[1:]) - min(self.counts[1:])

    @property
    def is_even(self) -> bool:
        """Whether all pairs meet, and counts differ by at most 1 or a tenth of the mean."""
        players = len(self.of)
        mean = sum(self.counts[self.of[d]] for d in range(1, players)) / (players - 1)
        return min(self.counts[1:]) > 0 and self.spread <= max(1, mean / EVEN_ENOUGH)


def _find_halfway(players: int, others: Block) -> set[int]:
    """Return the places with the same difference to two of *others*."""
    sums = {one + other for one, other in combinations(others, 2)}
    return {(each + lap) // 2 % players for each in sums for lap in (0, players) if (each + lap) % 2 == 0}


def base_blocks(players: int, seats: int, sequence: int = 0) -> Iterator[Block]:
    """Yield base blocks without end, with even counts.

    The counts of any first few differ by 2 at most, as tests show for up to 500 players. A perfect family repeats if
    there is one; otherwise each *sequence* has other blocks.
    """
    family = perfect_family(players, seats)
    return cycle(family) if family else _build_blocks(players, seats, sequence)


@cache
def perfect_family(players: int, seats: int) -> tuple[Block, ...]:
    """Return a cyclic design of index 1: each difference occurs once. Empty if none was found."""
    blocks, rest = divmod(players - 1, seats * (seats - 1))
    if rest or not blocks or players > PERFECT_UP_TO:
        return ()
    return _complete(players, seats, blocks, (), frozenset()) or ()


def _complete(
    players: int, seats: int, blocks: int, family: tuple[Block, ...], used: frozenset[int]
) -> tuple[Block, ...] | None:
    """Complete *family*, each block taking the least unused difference."""
    if len(family) == blocks:
        return family
    least = next(d for d in count(1) if d not in used)
    for block, taken in _blocks(players, seats, (0, least), used | {least, players - least}):
        whole = _complete(players, seats, blocks, (*family, block), taken)
        if whole:
            return whole
    return None


def _blocks(players: int, seats: int, block: Block, used: frozenset[int]) -> Iterator[tuple[Block, frozenset[int]]]:
    """Yield the completions of *block* by unused differences, with the differences used."""
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
    """Return the cheapest place at or after *first*, going round; *first* varies, so that blocks begin differently."""
    first %= len(costs)
    least = min(costs)
    return costs.index(least, first) if least in costs[first:] else costs.index(least)

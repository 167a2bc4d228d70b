"""Cyclic designs: line-ups for more players than all line-ups could be played of, in which pairs meet equally often.

A base block is a set of places 0..n-1; shifted by 0..n-1 modulo n it makes n line-ups in which everybody plays equally
often. Two places meet as often as their difference occurs in the base blocks (R. C. Bose, "On the construction of
balanced incomplete block designs", Annals of Eugenics 9 (1939)), so blocks are sought whose differences are even.
"""

from collections.abc import Iterator
from functools import cache
from itertools import count, cycle

Block = tuple[int, ...]
PERFECT_UP_TO = 50  # players for whom a perfect family is sought; beyond that the search may be long
EVEN_ENOUGH = 10  # the mean of the counts is at least so many times their spread


class Differences:
    """How often each difference occurs, d and n - d being one; 2 are counted for n / 2, which shifts meet twice."""

    def __init__(self, players: int) -> None:
        half = players // 2
        self.of = [min(d, players - d) for d in range(players)]
        self.weight = [2 if 2 * d == players else 1 for d in range(half + 1)]
        self.counts = [0] * (half + 1)

    def add(self, place: int, others: Block, sign: int = 1) -> None:
        """Count the differences of *place* to *others*."""
        for other in others:
            difference = self.of[abs(place - other)]
            self.counts[difference] += sign * self.weight[difference]

    def cost(self, place: int, others: Block) -> int:
        """By how much the sum of squares of all pairs' counts would grow with *place*; twice the same costs more."""
        new = [self.of[abs(place - other)] for other in others]
        return sum(2 * self.counts[d] + self.weight[d] for d in new) + 2 * (len(new) - len(set(new)))

    @property
    def spread(self) -> int:
        """The greatest count less the least."""
        return max(self.counts[1:]) - min(self.counts[1:])


def base_blocks(players: int, seats: int) -> Iterator[Block]:
    """Base blocks without end; the counts of any first few differ by 2 at most, as tests find for up to 500 players.

    A family in which each difference occurs once comes again and again where there is one.
    """
    family = perfect_family(players, seats)
    return cycle(family) if family else _balanced(players, seats)


@cache
def rounds_and_boards(players: int, seats: int, boards: int) -> tuple[int, int]:
    """How many base blocks to play, and how many boards each of their line-ups.

    In all that everybody could have met everybody about *boards* times: with more base blocks rather than more boards
    for each, until counts are within a tenth of their mean; from there on more boards change nothing.
    """
    family = perfect_family(players, seats)
    if family:
        return len(family), boards
    once = _even_after(players, seats, 1, 1)
    if boards == 1:
        return once, 1
    enough = _even_after(players, seats, once, 0)
    each = max(1, boards * once // enough)
    return _even_after(players, seats, -(-boards * once // each), 1 if each == 1 else 0), each


def _even_after(players: int, seats: int, least: int, spread: int) -> int:
    """The first number of base blocks from *least* on after which counts differ by *spread* or by a tenth."""
    differences = Differences(players)
    for number, block in enumerate(base_blocks(players, seats), 1):
        for place in range(1, seats):
            differences.add(block[place], block[:place])
        mean = 2 * sum(differences.counts) / (players - 1)
        if number >= least and min(differences.counts[1:]) and differences.spread <= max(spread, mean / EVEN_ENOUGH):
            return number
    raise AssertionError("base blocks have no end")


@cache
def perfect_family(players: int, seats: int) -> tuple[Block, ...]:
    """Base blocks in which each difference occurs once: a cyclic design of index 1; empty where none was found."""
    blocks, rest = divmod(players - 1, seats * (seats - 1))
    if rest or not blocks or players > PERFECT_UP_TO:
        return ()
    return _completed(players, seats, blocks, (), frozenset()) or ()


def _completed(
    players: int, seats: int, blocks: int, family: tuple[Block, ...], used: frozenset[int]
) -> tuple[Block, ...] | None:
    """*family* and as many blocks more as are wanting, each with the least difference that is not *used* yet."""
    if len(family) == blocks:
        return family
    least = next(d for d in count(1) if d not in used)
    for block, taken in _blocks(players, seats, (0, least), used | {least, players - least}):
        whole = _completed(players, seats, blocks, (*family, block), taken)
        if whole:
            return whole
    return None


def _blocks(players: int, seats: int, block: Block, used: frozenset[int]) -> Iterator[tuple[Block, frozenset[int]]]:
    """All ways to complete *block* with differences that are not *used*, and what is used then."""
    if len(block) == seats:
        yield block, used
        return
    for place in range(block[-1] + 1 if len(block) > 2 else 1, players):
        new = {(place - other) % players for other in block} | {(other - place) % players for other in block}
        if len(new) == 2 * len(block) and 0 not in new and not new & used:
            yield from _blocks(players, seats, (*block, place), used | new)


def _balanced(players: int, seats: int) -> Iterator[Block]:
    """Blocks one after another, each made of what occurred least, and mended until that helps no more."""
    differences = Differences(players)
    for turn in count():
        block: Block = (0,)
        while len(block) < seats:
            place = _cheapest(players, differences, block, turn * 7919)
            differences.add(place, block)
            block = (*block, place)
        while (mended := _mended(players, differences, block)) != block:
            block = mended
        yield block


def _mended(players: int, differences: Differences, block: Block) -> Block:
    """*block* with each place but 0 put where it costs least, if that is less than now."""
    for index in range(1, len(block)):
        others = block[:index] + block[index + 1 :]
        differences.add(block[index], others, -1)
        place = _cheapest(players, differences, others, 0)
        if differences.cost(place, others) == differences.cost(block[index], others):
            place = block[index]
        differences.add(place, others)
        block = (*block[:index], place, *block[index + 1 :])
    return block


def _cheapest(players: int, differences: Differences, others: Block, first: int) -> int:
    """The cheapest place, looked for from *first* on, so that not all blocks begin alike."""
    places = ((first + step) % players for step in range(players))
    return min((place for place in places if place not in others), key=lambda place: differences.cost(place, others))

"""List the circular orders of the players at a table, and choose which orders boards use."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, permutations

Arc = tuple[int, int]  # (index of a player in its line-up, index of the player at its left)
Had = tuple[int, ...]  # numbers of boards by index of the circular order


@cache
def circular_orders(others: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders of *others* players (numbers from 0) to the left of a fixed first player.

    Each order is followed by its mirror image, so that neighbours swap sides on the next board. The next order is
    always one whose neighbours have been side by side least often.
    """
    if others < 2:
        return (tuple(range(others)),)
    left = {order for order in permutations(range(others)) if order[0] < order[-1]}
    sat: Counter[tuple[int, int]] = Counter()
    orders: list[tuple[int, ...]] = []
    while left:
        order = min(sorted(left), key=lambda order: sum(sat[pair] for pair in pairwise((-1, *order, -1))))
        left.remove(order)
        for way in (order, order[::-1]):
            orders.append(way)
            sat.update(pairwise((-1, *way, -1)))
    return tuple(orders)


@cache
def arcs(others: int, order: int) -> tuple[Arc, ...]:
    """Return the (player, left neighbour) pairs of circular order *order*; the first player is 0."""
    return tuple(pairwise((0, *(1 + place for place in circular_orders(others)[order]), 0)))


@dataclass(frozen=True)
class Turn:
    """A sequence of circular orders. *beyond*: its orders in addition to `Turns.fixed`."""

    orders: tuple[int, ...]
    beyond: tuple[int, ...]


@dataclass(frozen=True)
class Turns:
    """The possible sequences of orders for a line-up's boards. *fixed*: boards by order that all of them have."""

    ways: tuple[Turn, ...]
    fixed: Had


@cache
def turns(others: int, had: Had, boards: int) -> Turns:
    """Return the sequences in which a line-up's boards can use all circular orders evenly.

    *others*: players after the first. *had*: existing boards by order. *boards*: existing and new boards. Each order
    occurs as often as any other, or once more. Five players have 24 orders, in groups of four that put everybody once
    at everybody's left. Whole groups are used one after another, and the remainder comes from one group.
    """
    kinds = len(circular_orders(others))
    had = had or (0,) * kinds
    each, rest = divmod(boards, kinds)
    before = {order for order in range(kinds) if had[order] > each}
    if len(before) > rest or max(had) > each + 1:
        ends = [_level(had, boards)]
    else:
        ends = [tuple(each + (order in more) for order in range(kinds)) for more in _extend(kinds, before, rest)]
    fixed = tuple(map(min, zip(*ends, strict=True)))
    ways = (Turn(_sequence(had, end), tuple(o for o in range(kinds) if end[o] > fixed[o])) for end in ends)
    return Turns(tuple(ways), fixed)


def _extend(kinds: int, before: set[int], count: int) -> list[frozenset[int]]:
    """Return sets of *count* orders that include the orders *before*. *kinds*: the number of all orders."""
    size = 4 if kinds == 24 else min(kinds, 6)
    fours = [set(range(first, first + size)) - before for first in range(0, kinds, size)]
    fours.sort(key=len)  # groups that were begun come first
    sets: dict[frozenset[int], None] = {}
    for part in fours:
        taken = frozenset(before)
        for four in fours:
            if four is not part and len(four) <= count - len(taken):
                taken |= four
        sets |= dict.fromkeys(taken.union(each) for each in combinations(sorted(part), count - len(taken)))
    if not sets:  # groups were begun in another sequence
        left = [order for order in range(kinds) if order not in before]
        return [frozenset(before).union(left[: count - len(before)])]
    return list(sets)


def _level(had: Had, boards: int) -> Had:
    """Return the boards by order after each new board took the rarest order. *boards*: all boards."""
    counts = list(had)
    for _ in range(boards - sum(had)):
        counts[counts.index(min(counts))] += 1
    return tuple(counts)


def _sequence(had: Had, end: Had) -> tuple[int, ...]:
    """Return the orders of the new boards, rarest first, from boards by order: *had* now, *end* later.

    If all orders had equally many boards, one sequence suffices, which repeats.
    """
    more = sorted(range(len(end)), key=lambda order: (-end[order], order))
    if len(set(had)) == 1:
        return tuple(more)
    return tuple(order for level in range(max(end)) for order in more if had[order] <= level < end[order])

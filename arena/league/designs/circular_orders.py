"""Circular orders of players at a table, and their turns."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, permutations

Arc = tuple[int, int]  # index of a player of a line-up, and of its left neighbour
Had = tuple[int, ...]  # boards by circular order


@cache
def circular_orders(others: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders to the left of a fixed first player.

    Each order is followed by its mirror image, so neighbours swap sides on the next board. The next order is always
    the one whose neighbours have been side by side least often.
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
    """Return the (player, left neighbour) pairs of a circular order; the first player is 0."""
    circle = (0, *(1 + place for place in circular_orders(others)[order]), 0)
    return tuple(pairwise(circle))


@dataclass(frozen=True)
class Turn:
    """One sequence of orders, and its orders beyond `Turns.fixed`."""

    orders: tuple[int, ...]
    beyond: tuple[int, ...]


@dataclass(frozen=True)
class Turns:
    """Candidate sequences of orders for a line-up's boards; each includes *fixed* boards by order."""

    ways: tuple[Turn, ...]
    fixed: Had


@cache
def turns(others: int, had: Had, boards: int) -> Turns:
    """Return the ways in which a line-up's boards can use all orders evenly.

    *boards*: all boards in the end; *had*: existing boards by order. Each order occurs as often as any other, or once
    more. Five players have 24 orders. Groups of four orders put everybody once at everybody's left. Whole groups are
    taken in order, and the remainder comes from one group.
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
    """Return sets of *count* orders that include *before*."""
    size = 4 if kinds == 24 else min(kinds, 6)
    fours = [set(range(first, first + size)) - before for first in range(0, kinds, size)]
    fours.sort(key=len)  # groups of four that were begun come first
    sets: dict[frozenset[int], None] = {}
    for part in fours:
        taken = frozenset(before)
        for four in fours:
            if four is not part and len(four) <= count - len(taken):
                taken |= four
        sets |= dict.fromkeys(taken.union(each) for each in combinations(sorted(part), count - len(taken)))
    if not sets:  # groups of four that were begun in another turn
        left = [order for order in range(kinds) if order not in before]
        return [frozenset(before).union(left[: count - len(before)])]
    return list(sets)


def _level(had: Had, boards: int) -> Had:
    """Return the counts after each new board took the rarest order."""
    counts = list(had)
    for _ in range(boards - sum(had)):
        counts[counts.index(min(counts))] += 1
    return tuple(counts)


def _sequence(had: Had, end: Had) -> tuple[int, ...]:
    """Return the orders of the coming boards, rarest first; whole turns need one sequence, which repeats."""
    more = sorted(range(len(end)), key=lambda order: (-end[order], order))
    if len(set(had)) == 1:
        return tuple(more)
    return tuple(order for level in range(max(end)) for order in more if had[order] <= level < end[order])

"""Circular orders: all ways in which players can sit round a table, and in which turn their boards go through them."""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise, permutations

Arc = tuple[int, int]  # indices of one player of a line-up, and of who sits at its left
Had = tuple[int, ...]  # boards by circular order


@cache
def circular_orders(others: int) -> tuple[tuple[int, ...], ...]:
    """All orders of those who sit to the left of a fixed first player, each followed by its mirror image.

    Who sat left of whom is thus turned round on the very next board; and each order comes when its neighbours have sat
    side by side least often.
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
    """Who sits at whose left in a circular order; 0 is the first player."""
    circle = (0, *(1 + place for place in circular_orders(others)[order]), 0)
    return tuple(pairwise(circle))


@dataclass(frozen=True)
class Turn:
    """One way to go through the orders, and in how many boards of each it ends beyond what all ways have."""

    orders: tuple[int, ...]
    beyond: tuple[int, ...]


@dataclass(frozen=True)
class Turns:
    """The ways worth a look to seat a line-up's boards; *fixed*: boards by order that all of them have."""

    ways: tuple[Turn, ...]
    fixed: Had


@cache
def turns(others: int, had: Had, boards: int) -> Turns:
    """For a line-up of *boards* boards in all that *had* some: orders are as often as each other, or once more.

    Which ones are once more is open. Five have 24 orders, in fours that let everybody sit once at everybody's left:
    whole fours are taken as they come, and what is left comes out of one of them.
    """
    kinds = len(circular_orders(others))
    had = had or (0,) * kinds
    each, rest = divmod(boards, kinds)
    before = {order for order in range(kinds) if had[order] > each}
    if len(before) > rest or max(had) > each + 1:
        ends = [_levelled(had, boards)]
    else:
        ends = [tuple(each + (order in more) for order in range(kinds)) for more in _more(kinds, before, rest)]
    fixed = tuple(map(min, zip(*ends, strict=True)))
    ways = (Turn(_sequence(had, end), tuple(o for o in range(kinds) if end[o] > fixed[o])) for end in ends)
    return Turns(tuple(ways), fixed)


def _more(kinds: int, before: set[int], count: int) -> list[frozenset[int]]:
    """Sets of *count* orders, those *before* among them."""
    size = 4 if kinds == 24 else min(kinds, 6)
    fours = [set(range(first, first + size)) - before for first in range(0, kinds, size)]
    fours.sort(key=len)  # those that were begun first; in order otherwise
    found: dict[frozenset[int], None] = {}
    for part in fours:
        taken = frozenset(before)
        for four in fours:
            if four is not part and len(four) <= count - len(taken):
                taken |= four
        found |= dict.fromkeys(taken.union(each) for each in combinations(sorted(part), count - len(taken)))
    if not found:  # fours that were begun in another turn
        left = [order for order in range(kinds) if order not in before]
        return [frozenset(before).union(left[: count - len(before)])]
    return list(found)


def _levelled(had: Had, boards: int) -> Had:
    """What was least often comes next."""
    counts = list(had)
    for _ in range(boards - sum(had)):
        counts[counts.index(min(counts))] += 1
    return tuple(counts)


def _sequence(had: Had, end: Had) -> tuple[int, ...]:
    """The orders of the boards to come, what was least often first; of whole turns one, which goes on and on."""
    more = sorted(range(len(end)), key=lambda order: (-end[order], order))
    if len(set(had)) == 1:
        return tuple(more)
    return tuple(order for level in range(max(end)) for order in more if had[order] <= level < end[order])

"""Choose the circular orders of line-ups, so that all are each other's left neighbours equally often."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from arena.league.designs.circular_orders import Arc, Had, Turns, arcs, circular_orders, turns
from arena.league.designs.evening import Evening
from arena.league.designs.lineups import LineUp

Circle = tuple[int, ...]  # places in circular order, the least first
Pair = tuple[int, int]  # a place, and the place at its left

STEPS = 100_000  # maximum of annealing steps, which take a tenth of a second


@dataclass(frozen=True)
class Seated:
    """Line-ups with circular orders. *spread*, *is_even*: of the counts of left neighbours."""

    line_ups: list[LineUp]
    spread: int
    is_even: bool


def seat_evenly(line_ups: Sequence[LineUp], had: Sequence[Had] = (), modulo: int = 0, steps: int = STEPS) -> Seated:
    """Return *line_ups* with circular orders, such that left neighbours are as even as possible.

    *had*: each line-up's existing boards by order. *steps*: maximum of annealing steps. *modulo*: above 0, the line-ups
    are base blocks of so many players, and neighbours are counted by difference. Players numbered from *modulo* on sit
    at every table and are not counted, since all others sit next to them equally often.
    """
    if not line_ups or len(line_ups[0].places) == 2:
        return Seated(list(line_ups), 0, is_even=True)
    others, had = len(line_ups[0].places) - 1, had or [()] * len(line_ups)
    ways = [turns(others, before, each.boards) for each, before in zip(line_ups, had, strict=True)]
    cells = _Cells(modulo)
    counts = cells.count_fixed(line_ups, ways)
    items = [
        [cells.of(each.places, local) for local in _list_beyond(others, way)]
        for each, way in zip(line_ups, ways, strict=True)
    ]
    evening = Evening(counts, items)
    evening.even_out(steps)
    ordered = [
        replace(each, orders=way.ways[index].orders, begun=sum(before))
        for each, before, way, index in zip(line_ups, had, ways, evening.chosen, strict=True)
    ]
    return Seated(ordered, evening.spread, evening.spread <= evening.allowed)


class _Cells:
    """Numbers the counts: one for each pair of places or, with *modulo* above 0, for each difference."""

    def __init__(self, modulo: int) -> None:
        self._modulo = modulo
        self._known: dict[Pair, int] = {}

    def count_fixed(self, line_ups: Sequence[LineUp], ways: Sequence[Turns]) -> list[int]:
        """Return by cell the neighbours that all sequences of orders have."""
        if self._modulo:
            counts = [0] * (self._modulo - 1)
        else:
            pairs = {(i, j) for each in line_ups for i in each.places for j in each.places if i != j}
            self._known = {pair: index for index, pair in enumerate(sorted(pairs))}
            counts = [0] * len(pairs)
        for each, way in zip(line_ups, ways, strict=True):
            for arc, often in _count_arcs(len(each.places) - 1, way.fixed):
                for cell in self.of(each.places, [arc]):
                    counts[cell] += often
        return counts

    def of(self, places: tuple[int, ...], local: Sequence[Arc]) -> list[int]:
        """Return the cells of (player, left neighbour) pairs *local*, indices of *places*; none for fixed players."""
        if not self._modulo:
            return [self._known[places[i], places[j]] for i, j in local]
        moving = self._modulo
        sitting = [(places[i], places[j]) for i, j in local]
        return [(left - player) % moving - 1 for player, left in sitting if player < moving and left < moving]


@cache
def _count_arcs(others: int, fixed: Had) -> tuple[tuple[Arc, int], ...]:
    counts: Counter[Arc] = Counter()
    for order, often in enumerate(fixed):
        for arc in arcs(others, order):
            counts[arc] += often
    return tuple((arc, often) for arc, often in counts.items() if often)


@cache
def _list_beyond(others: int, way: Turns) -> tuple[tuple[Arc, ...], ...]:
    return tuple(tuple(arc for order in each.beyond for arc in arcs(others, order)) for each in way.ways)


def had_by_order(line_up: LineUp, sat: Mapping[Circle, int]) -> Had:
    """Return a line-up's existing boards, of those in *sat*, by index of the circular order; () without any."""
    circle, kinds = LineUp(line_up.places, 0).circle, len(circular_orders(len(line_up.places) - 1))
    boards = tuple(sat.get(from_least(circle(order)), 0) for order in range(kinds)) if sat else ()
    return boards if any(boards) else ()


def from_least(circle: Sequence[int]) -> Circle:
    """Return the circular order, rotated so that the least place comes first."""
    start = circle.index(min(circle))
    return (*circle[start:], *circle[:start])


def choose_orders(line_up: LineUp, left: Mapping[Pair, int]) -> LineUp:
    """Return the line-up with orders whose left neighbours are rare; the cost is the cube of counts *left*."""

    def cost(orders: tuple[int, ...]) -> int:
        return sum(left.get(pair, 0) ** 3 for pair in neighbours(replace(line_up, orders=orders)))

    ways = turns(len(line_up.places) - 1, (), line_up.boards).ways
    return replace(line_up, orders=min((way.orders for way in ways), key=cost))


def neighbours(line_up: LineUp) -> Iterator[Pair]:
    """Yield (player, left neighbour) on each new board, without boards that use all orders once."""
    kinds = len(circular_orders(len(line_up.places) - 1))
    for board in range((line_up.boards - line_up.begun) % kinds):
        circle = line_up.circle(line_up.begun + board)
        yield from zip(circle, (*circle[1:], circle[0]), strict=True)

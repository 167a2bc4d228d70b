"""Who sits at whose left: line-ups get the circular orders that keep it even over all their boards."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from arena.league.designs.circular_orders import Arc, Had, Turns, arcs, circular_orders, turns
from arena.league.designs.evening import Evening
from arena.league.designs.lineups import LineUp

Circle = tuple[int, ...]  # places in circular order, the least first
Pair = tuple[int, int]  # of places: who sits, and who sits at its left

STEPS = 100_000  # of annealing at most: a tenth of a second


@dataclass(frozen=True)
class Seated:
    """Line-ups with their circular orders, and whether who sits left of whom is even then (`Evening.allowed`)."""

    line_ups: list[LineUp]
    spread: int
    is_even: bool


def seated(found: Sequence[LineUp], had: Sequence[Had] = (), modulo: int = 0, steps: int = STEPS) -> Seated:
    """*found* with the orders that even out who sits at whose left; *had*: the boards by order that each has already.

    *steps*: of annealing, where counts are not even without. With *modulo* these are base blocks: who sits by whom is
    known by the difference, and by who is fixed (numbers from *modulo* on) all sit alike.
    """
    if not found or len(found[0].places) == 2:
        return Seated(list(found), 0, is_even=True)
    others = len(found[0].places) - 1
    ways = [turns(others, before, each.boards) for each, before in zip(found, had or [()] * len(found), strict=True)]
    cells = _Cells(modulo)
    counts = cells.counted(found, ways)
    items = [
        [cells.of(each.places, local) for local in _beyond(others, way)] for each, way in zip(found, ways, strict=True)
    ]
    evening = Evening(counts, items)
    evening.even_out(steps)
    line_ups = [
        replace(each, orders=way.ways[index].orders, begun=sum(before))
        for each, before, way, index in zip(found, had or [()] * len(found), ways, evening.chosen, strict=True)
    ]
    return Seated(line_ups, evening.spread, evening.spread <= evening.allowed)


class _Cells:
    """A number for each two places, or for each difference of base blocks."""

    def __init__(self, modulo: int) -> None:
        self._modulo = modulo
        self._known: dict[Pair, int] = {}

    def counted(self, found: Sequence[LineUp], ways: Sequence[Turns]) -> list[int]:
        """What is fixed: a count for each cell."""
        if self._modulo:
            counts = [0] * (self._modulo - 1)
        else:
            pairs = {(i, j) for each in found for i in each.places for j in each.places if i != j}
            self._known = {pair: index for index, pair in enumerate(sorted(pairs))}
            counts = [0] * len(pairs)
        for each, way in zip(found, ways, strict=True):
            for arc, often in _fixed(len(each.places) - 1, way.fixed):
                for cell in self.of(each.places, [arc]):
                    counts[cell] += often
        return counts

    def of(self, places: tuple[int, ...], local: Sequence[Arc]) -> list[int]:
        """The cells of places by index; none of who is fixed."""
        if not self._modulo:
            return [self._known[places[i], places[j]] for i, j in local]
        moving = self._modulo
        sitting = [(places[i], places[j]) for i, j in local]
        return [(left - player) % moving - 1 for player, left in sitting if player < moving and left < moving]


@cache
def _fixed(others: int, fixed: Had) -> tuple[tuple[Arc, int], ...]:
    """How often each sits at each one's left, by index, on boards of these orders."""
    counts: Counter[Arc] = Counter()
    for order, often in enumerate(fixed):
        for arc in arcs(others, order):
            counts[arc] += often
    return tuple((arc, often) for arc, often in counts.items() if often)


@cache
def _beyond(others: int, way: Turns) -> tuple[tuple[Arc, ...], ...]:
    """What each way adds to what is fixed."""
    return tuple(tuple(arc for order in each.beyond for arc in arcs(others, order)) for each in way.ways)


def had_by_order(line_up: LineUp, sat: Mapping[Circle, int]) -> Had:
    """The boards that a line-up has already, by circular order; nothing where it has none."""
    found = tuple(sat.get(from_least(circle), 0) for circle in _circles(line_up.places)) if sat else ()
    return found if any(found) else ()


def from_least(circle: Sequence[int]) -> Circle:
    """A circle, turned so that the least comes first."""
    start = circle.index(min(circle))
    return (*circle[start:], *circle[:start])


def _circles(places: tuple[int, ...]) -> Iterator[Circle]:
    first, *rest = places
    for order in circular_orders(len(rest)):
        yield (first, *(rest[i] for i in order))


def evenest(line_up: LineUp, left: Mapping[Pair, int]) -> LineUp:
    """The orders that bring those side by side who were so least often; what was often weighs much."""

    def cost(orders: tuple[int, ...]) -> int:
        return sum(left.get(pair, 0) ** 3 for pair in neighbours(replace(line_up, orders=orders)))

    ways = turns(len(line_up.places) - 1, (), line_up.boards).ways
    return replace(line_up, orders=min((way.orders for way in ways), key=cost))


def neighbours(line_up: LineUp) -> Iterator[Pair]:
    """Who sits, and who sits at its left, on each board that is to come, but for whole turns of the orders."""
    kinds = len(circular_orders(len(line_up.places) - 1))
    for board in range((line_up.boards - line_up.begun) % kinds):
        circle = line_up.circle(line_up.begun + board)
        yield from zip(circle, (*circle[1:], circle[0]), strict=True)

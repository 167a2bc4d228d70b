"""Who meets: the line-ups of a table, all of them where they are few, else those of a cyclic design."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, pairwise, permutations
from math import comb

from arena.league import cyclic
from arena.league.entrants import Entrant, may_meet, most_that_may_meet, stakes_of
from arena.league.errors import TooFewEntrants
from arena.league.seeds import derive

FEW = 1000  # line-ups of a table: 12 bots at four seats have 495, 16 have 1820
SWEEPS = 8  # over all line-ups, to seat them evenly

Neighbours = int | tuple[int, int]  # a difference of places modulo their number, or two places


@dataclass(frozen=True)
class Table:
    """What is played: a variant and how many bots meet at its table, one for each side."""

    variant: str
    bots: int
    weight: int = 0  # its share of the boards beside the other tables' weights (`mix.py`); 0: none was given


@dataclass(frozen=True)
class LineUp:
    """Entrants, by their place in the order of entry, who meet on *boards* boards."""

    places: tuple[int, ...]
    boards: int
    start: int = 0  # index of its first circular order

    def circle(self, board: int) -> tuple[int, ...]:
        """The circular order of the line-up's board *board*: its (n-1)! orders come in turn."""
        first, *rest = self.places
        orders = circular_orders(len(rest))
        return (first, *(rest[i] for i in orders[(self.start + board) % len(orders)]))


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


def line_ups(
    entrants: Sequence[Entrant],
    table: Table,
    boards: int,
    seed: str,
    allow_same_owner: bool,
    more: int = 0,
    late: int = 0,
) -> list[LineUp]:
    """The line-ups of *table*. Raises `TooFewEntrants` where there are none.

    Where there are all, each has *boards* boards; else everybody can meet everybody about *boards* times. Where two
    bots of one owner may not meet, line-ups with such a pair are left out: a design's balance is then not whole.
    *more*: boards that were added later; circular orders go on from where they were. *late*: how many of the last
    entrants came later: each meets those before it as if it had been there, everybody about as often.
    """
    first = len(entrants) - late
    stakes = stakes_of(entrants, allow_same_owner)
    _check_numbers(stakes[:first], table, allow_same_owner)

    def played(found: Iterable[tuple[int, ...]]) -> list[LineUp]:
        own = [LineUp(places, boards) for places in found if may_meet(stakes, places)]
        return [replace(line_up, boards=boards + more) for line_up in seated(own)]

    if are_few(first, table.bots):
        found = played(combinations(range(first), table.bots))
    else:
        order = shuffled(range(first), table, seed)
        found = [each for block in base(first, table.bots, boards, more) for each in shifts(block, order)]
    for place in range(first, len(entrants)):
        if are_few(place + 1, table.bots):
            found += played((*others, place) for others in combinations(range(place), table.bots - 1))
        else:
            found += _spread(place, table, boards + more, seed)
    return [line_up for line_up in found if may_meet(stakes, line_up.places)]


def are_few(entrants: int, bots: int) -> bool:
    """Whether all line-ups are played; where two meet, no design brings all pairs together with fewer."""
    return bots == 2 or comb(entrants, bots) <= FEW


def _spread(place: int, table: Table, boards: int, seed: str) -> Iterator[LineUp]:
    """Line-ups of one who came late among so many that not all are played: all others in turn, *boards* times."""
    met: Counter[tuple[int, ...]] = Counter()
    size = table.bots - 1
    for turn in range(boards):
        parts = (turn, place)
        others = sorted(range(place), key=lambda other: derive("arena-late-v1", seed, table.variant, *parts, other))
        others += others[: -place % size]  # the last line-up is filled up with some who have their turn already
        met.update(tuple(sorted(others[start : start + size])) for start in range(0, place, size))
    for each, count in sorted(met.items()):
        yield LineUp((*each, place), count)


def most_boards(entrants: int, bots: int, boards: int) -> int:
    """How many boards the line-ups of a table come to, where everybody may meet everybody."""
    every = comb(entrants, bots)
    if are_few(entrants, bots) or boards > FEW:  # more would be too many of a design too, and the search for it long
        return every * boards
    rounds, each = cyclic.rounds_and_boards(entrants, bots, boards)
    return rounds * entrants * each


def _check_numbers(stakes: Sequence[frozenset[int]], table: Table, allow_same_owner: bool) -> None:
    able = most_that_may_meet(stakes)
    if able < table.bots:
        lets = "bots of one owner may not meet; --allow-same-owner lets them"
        if any(len(own) > 1 for own in stakes):
            why = "each two have a bot in common" if allow_same_owner else f"each two have an owner in common ({lets})"
            raise TooFewEntrants(f"{table.variant} needs two who may meet, and no two may: {why}")
        what = "bots" if allow_same_owner else f"owners ({lets})"
        raise TooFewEntrants(f"{table.variant} needs {table.bots} {what}, there are {able}")


def shuffled(places: Sequence[int], table: Table, seed: str) -> list[int]:
    """The places in an order that the order of entry tells nothing of."""
    return sorted(places, key=lambda place: derive("arena-design-v1", seed, table.variant, place))


def base(players: int, bots: int, boards: int, more: int = 0, fixed: tuple[int, ...] = ()) -> list[LineUp]:
    """The base blocks of a cyclic design; shifted, each begins with the same circular order.

    *fixed*: who sits at each of its tables beside *bots* of the *players*: numbers from *players* on, which no shift
    moves (points at infinity, as they are called in designs).
    """
    rounds, each = cyclic.rounds_and_boards(players, bots, boards)
    all_rounds, all_each = map(max, (rounds, each), cyclic.rounds_and_boards(players, bots, boards + more))
    found = [(*fixed, *block) for block in islice(cyclic.base_blocks(players, bots), all_rounds)]
    first = seated([LineUp(block, each) for block in found[:rounds]], modulo=players)
    return [replace(block, boards=all_each) for block in first] + [LineUp(block, all_each) for block in found[rounds:]]


def shifts(block: LineUp, order: Sequence[int]) -> Iterator[LineUp]:
    """A base block shifted by 0, 1, 2 ... modulo the length of *order*, which says who is at each place."""
    players = len(order)
    for shift in range(players):
        places = (place if place >= players else order[(place + shift) % players] for place in block.places)
        yield replace(block, places=tuple(places))


def seated(found: Sequence[LineUp], modulo: int = 0) -> list[LineUp]:
    """*found* with starts that keep it even who sits at whose left, when the boards do not go through all orders.

    With *modulo* these are base blocks: who sits by whom is known by the difference; by who is fixed all sit alike.
    """
    if not found or found[0].boards % len(circular_orders(len(found[0].places) - 1)) == 0:
        return list(found)
    left: Counter[Neighbours] = Counter()
    chosen = list(found)
    for sweep in range(SWEEPS):
        for index, line_up in enumerate(chosen):
            if sweep:
                left.subtract(neighbours(line_up, modulo))
            chosen[index] = evenest(line_up, left, modulo)
            left.update(neighbours(chosen[index], modulo))
    return chosen


def evenest(line_up: LineUp, left: Counter[Neighbours], modulo: int = 0) -> LineUp:
    """The start that brings those side by side who were so least often; what was often weighs much."""
    starts = range(len(circular_orders(len(line_up.places) - 1)))
    ways = (replace(line_up, start=(line_up.start + start) % len(starts)) for start in starts)
    return min(ways, key=lambda way: sum(left[pair] ** 3 for pair in neighbours(way, modulo)))


def neighbours(line_up: LineUp, modulo: int = 0) -> Iterator[Neighbours]:
    """Who sits to the left of whom on the boards that are over after whole turns of the circular orders."""
    for board in range(line_up.boards % len(circular_orders(len(line_up.places) - 1))):
        circle = line_up.circle(board)
        for player, left in zip(circle, (*circle[1:], circle[0]), strict=True):
            if not modulo:
                yield player, left
            elif max(player, left) < modulo:
                yield (left - player) % modulo

"""Movements: seatings of one deal at several tables at once.

No player meets a deal twice. Players who had the same seat, with the same cards, are compared across the tables, as in
duplicate bridge. A round has a place for each seat of each table. Shifted by 0..n-1 modulo the number of places it
makes n boards, in which everybody sits once in each seat of each table. The difference of two places determines how
often they are compared and how often they share a table. So the search looks for rounds with even differences in both
ways (R. C. Bose, "On the construction of balanced incomplete block designs", Annals of Eugenics 9 (1939); I. Anderson,
"Combinatorial Designs and Tournaments", Oxford 1997, on whist tournaments).
"""

from collections.abc import Sequence
from itertools import combinations

from arena.league.designs.cyclic import EVEN_ENOUGH, Differences
from arena.league.seeds.epochs import derive

Round = tuple[int, ...]  # places, seat by seat: seat s of table t has index s * tables + t
Sums = tuple[tuple[int, ...], tuple[int, ...]]
NOBODY = -1
STARTS, STARTS_UP_TO = 12, 64  # starts of the search for a round; with more places one start suffices
PATIENCE = 2  # multiple of the least number of rounds up to which even counts are sought


class Movement:
    """A sequence of rounds, repeated once counts are even: within a tenth of their mean."""

    def __init__(self, places: int, seats: int, tables: int) -> None:
        self.places, self.seats, self.tables = places, seats, tables
        self._counts = _Counts(places, seats, tables)
        self._rounds: list[Round] = []
        self._sums: list[Sums] = []  # counts after each round
        self._is_whole = False

    def round(self, index: int) -> Round:
        """Return round *index*, 0, 1, 2 ... without end."""
        while len(self._rounds) <= index and not self._is_whole:
            self._rounds.append(_find_round(self._counts, self.places, len(self._rounds)))
            self._sums.append(self._counts.sums)
            self._is_whole = self._is_even(len(self._rounds), 0)
        return self._rounds[index % len(self._rounds)]

    def rounds_for(self, boards: int, least: int = 1) -> int:
        """Return the rounds that compare a pair about *boards* times, or somewhat more if counts are even then."""
        least = max(least, least_rounds(self.places, self.seats, self.tables, boards))
        return next((number for number in range(least, PATIENCE * least + 1) if self._is_even(number, 1)), least)

    def _is_even(self, rounds: int, spread: int) -> bool:
        """Return whether both counts differ by *spread* at most, or by a tenth of their mean."""
        self.round(rounds - 1)
        times, rest = divmod(rounds, len(self._rounds))
        for way, whole in enumerate(self._sums[-1]):
            part = self._sums[rest - 1][way] if rest else (0,) * len(whole)
            counts = [times * each + more for each, more in zip(whole, part, strict=True)]
            opposite = 0 if self.places % 2 else counts[-1]  # the difference with half as many pairs as the others
            mean = (2 * sum(counts) - opposite) / (self.places - 1)
            if max(counts) - min(counts) > max(spread, mean / EVEN_ENOUGH):
                return False
        return True


def least_rounds(places: int, seats: int, tables: int, boards: int) -> int:
    """Return the rounds that compare a pair *boards* times on average.

    A round makes seats x tables x (tables - 1) / 2 comparisons, in each of *places* shifts.
    """
    return -(-boards * (places - 1) // (seats * tables * (tables - 1)))


class _Counts:
    """Counts by difference: times compared, and times at one table."""

    def __init__(self, places: int, seats: int, tables: int) -> None:
        cells = range(seats * tables)
        self.cells, self._tables = len(cells), tables
        self._ways = [
            (Differences(places), [[other for other in cells if other != cell and met(cell, other)] for cell in cells])
            for met in (self._are_compared, self._are_together)
        ]

    def _are_compared(self, cell: int, other: int) -> bool:
        return cell // self._tables == other // self._tables

    def _are_together(self, cell: int, other: int) -> bool:
        return cell % self._tables == other % self._tables

    def take(self, round_: list[int], cell: int, place: int) -> None:
        """Put *place*, which may be `NOBODY`, at a cell."""
        for sign, who in ((-1, round_[cell]), (1, place)):
            for counts, near in self._ways:
                if who != NOBODY:
                    counts.add(who, _places_at(round_, near[cell]), sign)
        round_[cell] = place

    def costs(self, round_: Sequence[int], cell: int) -> list[int]:
        """Return by how much each place would raise the sums of squares at the empty *cell*."""
        neighbours = [(counts, _places_at(round_, near[cell])) for counts, near in self._ways]
        rows = [counts.costs(others) for counts, others in neighbours if others]
        return [sum(each) for each in zip(*rows, strict=True)] if rows else [0] * len(self._ways[0][0].of)

    @property
    def squares(self) -> int:
        """The sums of squares over all pairs; smaller is more even."""
        return sum(n * n // w for each, _ in self._ways for n, w in zip(each.counts, each.weight, strict=True))

    @property
    def sums(self) -> Sums:
        """Counts of differences from 1 on: compared, and at one table."""
        (compared, _), (together, _) = self._ways
        return tuple(compared.counts[1:]), tuple(together.counts[1:])


def _places_at(round_: Sequence[int], cells: Sequence[int]) -> tuple[int, ...]:
    return tuple(round_[cell] for cell in cells if round_[cell] != NOBODY)


def _find_round(counts: _Counts, places: int, turn: int) -> Round:
    best: tuple[int, list[int]] | None = None
    for start in range(STARTS if places <= STARTS_UP_TO else 1):
        round_ = _begin_round(counts, places, turn, start)
        while _move_places(counts, places, round_) or _swap_cells(counts, round_):
            pass
        if best is None or counts.squares < best[0]:
            best = counts.squares, list(round_)
        for cell in range(counts.cells):
            counts.take(round_, cell, NOBODY)
    assert best is not None
    _seat(counts, best[1])
    return tuple(best[1])


def _begin_round(counts: _Counts, places: int, turn: int, start: int) -> list[int]:
    """Return a first guess: at start 0 the cheapest places, otherwise random ones."""
    if start:
        lots = sorted(range(places), key=lambda place: derive("arena-movement-v1", turn, start, place))
        return _seat(counts, lots[: counts.cells])
    round_ = [NOBODY] * counts.cells
    for cell in range(counts.cells):
        place = _find_cheapest(counts.costs(round_, cell), round_, turn * 7919) if cell else 0
        counts.take(round_, cell, place)
    return round_


def _seat(counts: _Counts, places: Sequence[int]) -> list[int]:
    round_ = [NOBODY] * counts.cells
    for cell, place in enumerate(places):
        counts.take(round_, cell, place)
    return round_


def _move_places(counts: _Counts, places: int, round_: list[int]) -> bool:
    """Move places that are not in the round to cells where they are better; return whether any moved."""
    if len(round_) == places:
        return False
    any_better = False
    for cell, before in enumerate(list(round_)):
        place = before
        counts.take(round_, cell, NOBODY)
        costs = counts.costs(round_, cell)
        cheapest = _find_cheapest(costs, round_, 0)
        if costs[cheapest] < costs[before]:
            place, any_better = cheapest, True
        counts.take(round_, cell, place)
    return any_better


def _find_cheapest(costs: Sequence[int], round_: Sequence[int], first: int) -> int:
    """Return the cheapest free place at or after *first*, going round; *first* varies between rounds."""
    taken, places = set(round_), len(costs)
    free = (place for step in range(places) if (place := (first + step) % places) not in taken)
    return min(free, key=costs.__getitem__)


def _swap_cells(counts: _Counts, round_: list[int]) -> bool:
    """Swap two cells wherever that evens the counts; return whether any were swapped."""
    any_better = False
    for one, other in combinations(range(counts.cells), 2):
        before = counts.squares
        _swap(counts, round_, one, other)
        if counts.squares < before:
            any_better = True
        else:
            _swap(counts, round_, one, other)
    return any_better


def _swap(counts: _Counts, round_: list[int], one: int, other: int) -> None:
    first, second = round_[one], round_[other]
    counts.take(round_, one, NOBODY)
    counts.take(round_, other, first)
    counts.take(round_, one, second)

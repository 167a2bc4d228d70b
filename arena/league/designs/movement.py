"""Seat the players of a deal that is played at several tables at once: a movement, as in bridge.

No player meets a deal twice. Players who had the same seat, and so the same cards, are compared across the tables. A
round has a place for each seat of each table. Shifted by 0..n-1 modulo the number of places, it makes n boards, in
which everybody sits once in each seat of each table. The difference of two places determines how often they are
compared and how often they share a table. So rounds are searched that have even differences of both types (R. C. Bose,
"On the construction of balanced incomplete block designs", Annals of Eugenics 9 (1939); I. Anderson, "Combinatorial
Designs and Tournaments", Oxford 1997, on whist tournaments).
"""

from collections.abc import Sequence
from itertools import combinations

from arena.league.designs.cyclic import EVEN_ENOUGH, Differences
from arena.league.seeds.epochs import derive

Round = tuple[int, ...]  # the place in seat s of table t has index s * tables + t
Sums = tuple[tuple[int, ...], tuple[int, ...]]
NOBODY = -1
STARTS, STARTS_UP_TO = 12, 64  # starts of the search for a round; with more places than the second number, one start
PATIENCE = 2  # even counts are sought up to this multiple of the least number of rounds


class Movement:
    """A sequence of rounds, which repeats as soon as all counts are within a tenth of their mean."""

    def __init__(self, places: int, seats: int, tables: int) -> None:
        self.places, self.seats, self.tables = places, seats, tables
        self._counts = _Counts(places, seats, tables)
        self._rounds: list[Round] = []
        self._sums: list[Sums] = []  # counts after each round
        self._is_whole = False

    def round(self, index: int) -> Round:
        """Return round *index*, counted from 0 without end."""
        while len(self._rounds) <= index and not self._is_whole:
            self._rounds.append(_find_round(self._counts, self.places, len(self._rounds)))
            self._sums.append(self._counts.sums)
            self._is_whole = self._is_even(len(self._rounds), 0)
        return self._rounds[index % len(self._rounds)]

    def rounds_for(self, boards: int, least: int = 1) -> int:
        """Return the number of rounds after which two places were compared about *boards* times.

        It is at least *least*, and may be somewhat more if the counts are even then.
        """
        least = max(least, least_rounds(self.places, self.seats, self.tables, boards))
        return next((number for number in range(least, PATIENCE * least + 1) if self._is_even(number, 1)), least)

    def _is_even(self, rounds: int, spread: int) -> bool:
        """Return whether the counts of both types differ by at most *spread*, or a tenth of their mean."""
        self.round(rounds - 1)
        times, rest = divmod(rounds, len(self._rounds))
        for way, whole in enumerate(self._sums[-1]):
            part = self._sums[rest - 1][way] if rest else (0,) * len(whole)
            counts = [times * each + more for each, more in zip(whole, part, strict=True)]
            opposite = 0 if self.places % 2 else counts[-1]  # this difference has half as many pairs
            mean = (2 * sum(counts) - opposite) / (self.places - 1)
            if max(counts) - min(counts) > max(spread, mean / EVEN_ENOUGH):
                return False
        return True


def least_rounds(places: int, seats: int, tables: int, boards: int) -> int:
    """Return the number of rounds that compare two places *boards* times on average.

    A round makes seats x tables x (tables - 1) / 2 comparisons, in each of *places* shifts.
    """
    return -(-boards * (places - 1) // (seats * tables * (tables - 1)))


class _Counts:
    """Counts how often places with each difference are compared, and share a table. A cell is a seat."""

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
        """Put *place*, or `NOBODY`, into a cell of the round, and update the counts."""
        for sign, who in ((-1, round_[cell]), (1, place)):
            for counts, near in self._ways:
                if who != NOBODY:
                    counts.add(who, _places_at(round_, near[cell]), sign)
        round_[cell] = place

    def costs(self, round_: Sequence[int], cell: int) -> list[int]:
        """Return, for each place, the growth of the sums of squares if it sat in the empty *cell*."""
        neighbours = [(counts, _places_at(round_, near[cell])) for counts, near in self._ways]
        rows = [counts.costs(others) for counts, others in neighbours if others]
        return [sum(each) for each in zip(*rows, strict=True)] if rows else [0] * len(self._ways[0][0].of)

    @property
    def squares(self) -> int:
        """Return the sum of squared counts over all pairs; a smaller sum is more even."""
        return sum(n * n // w for each, _ in self._ways for n, w in zip(each.counts, each.weight, strict=True))

    @property
    def sums(self) -> Sums:
        """Return the counts by difference, from 1 on: of comparisons, and of shared tables."""
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
    """Return a first guess of a round: at start 0 the cheapest places, otherwise random places."""
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
    """Replace places by unused ones that make the counts more even; return whether any was replaced."""
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
    """Return the cheapest unused place, the next one at or after *first*, cyclically."""
    taken, places = set(round_), len(costs)
    free = (place for step in range(places) if (place := (first + step) % places) not in taken)
    return min(free, key=costs.__getitem__)


def _swap_cells(counts: _Counts, round_: list[int]) -> bool:
    """Swap the places of two cells wherever that makes the counts more even; return whether any were swapped."""
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

"""Choose the base blocks of a cyclic design, their numbers of boards and their circular orders."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, zip_longest

from arena.league.designs.circular_orders import Had
from arena.league.designs.cyclic import Block, Differences, base_blocks, perfect_family
from arena.league.designs.lineups import LineUp
from arena.league.designs.neighbours import Circle, Seated, had_by_order, seat_evenly

SEQUENCES = 4  # sequences of base blocks to try if the first one needs too many boards
MANY_MORE = 1.15
FEW_PLAYERS = 100  # with more players only one sequence is tried
MEETINGS = 80  # up to this mean number of meetings per pair, base blocks are added instead of boards
ROOM = 40  # how many numbers of base blocks to try at first, from the least on
FINE = 50  # the step between these numbers is 1 plus the least number divided by this
STEPS = 12_000  # maximum of annealing steps for each number of base blocks
TRIES = 30  # plans with even meetings that are tried for even left neighbours


class Design:
    """The base blocks of a table for *players*; shifted by 0, 1, 2 ..., each makes that many line-ups.

    *size*: players per block. *fixed*: players who sit at every table, numbered from *players* on. No shift moves them
    (points at infinity, in the language of designs). *sequence*: which sequence of base blocks to use.
    """

    def __init__(self, players: int, size: int, fixed: tuple[int, ...] = (), sequence: int = 0) -> None:
        self.players, self.size, self.fixed = players, size, fixed
        self._source = base_blocks(players, size, sequence)
        self._blocks: list[Block] = []
        self._index: dict[Block, int] = {}  # index in *_blocks* by the block's least shift
        self._drawn: list[int] = []  # indices in *_blocks*, in the order drawn; a repeated block has more boards
        self.once = self._draw_once()

    def block(self, index: int) -> LineUp:
        """Return base block *index* (from 0) as a line-up without boards."""
        while len(self._blocks) <= index:
            self._draw()
        return LineUp((*self.fixed, *self._blocks[index]), 0)

    def plan(self, wanted: int, boards: int, had: Sequence[Had] = ()) -> list[LineUp]:
        """Return base blocks with boards and circular orders, such that meetings and left neighbours are even.

        The plan has the fewest boards, but at least *wanted* in all, and at most *boards* for each drawing of a block.
        *had*: for each of the first blocks, its existing boards by circular order.
        """
        best: Seated | None = None
        before = [sum(each) for each in had]
        for counts in islice(self._find_even(wanted, boards, before), TRIES):
            if best and before and sum(counts) > 2 * wanted - sum(before):
                break  # more than twice the requested boards is too many
            blocks = [replace(self.block(index), boards=each) for index, each in enumerate(counts)]
            now = seat_evenly(blocks, [*had, *[()] * (len(blocks) - len(had))], modulo=self.players, steps=STEPS)
            if best is None or now.spread < best.spread:
                best = now
            if now.is_even:
                break
        assert best is not None  # base blocks never end, so there is a plan
        return best.line_ups

    def _draw(self) -> None:
        """Draw the next base block that no shift maps to itself."""
        while True:
            block = next(self._source)
            shifted = [tuple(sorted((place - first) % self.players for place in block)) for first in block]
            if len(set(shifted)) == len(shifted):
                break
        index = self._index.setdefault(min(shifted), len(self._blocks))
        if index == len(self._blocks):
            self._blocks.append(block)
        self._drawn.append(index)

    def _draw_once(self) -> int:
        """Draw blocks until the numbers of meetings of all pairs differ by 1 at most; return how many it took."""
        differences = Differences(self.players)
        while not (min(differences.counts[1:]) and differences.spread <= 1):
            self._draw()
            _count_differences(differences, self._blocks[self._drawn[-1]], 1)
        return len(self._drawn)

    def _find_even(self, wanted: int, boards: int, had: list[int]) -> Iterator[list[int]]:
        """Yield plans (numbers of boards by block index) in which all pairs meet evenly, fewest boards first.

        *wanted*, *boards*: as in `plan`. *had*: existing boards by block index.
        """
        if perfect_family(self.players, self.size):
            yield self._sum_boards(had, boards, self.once)
            return
        room, tried = 0, set[tuple[int, int]]()
        while True:
            room += ROOM
            numbers = [number for number in self._list_numbers(wanted, boards, room) if number not in tried]
            tried.update(numbers)
            plans = [self._sum_boards(had, *number) for number in sorted(numbers, key=lambda each: (-each[0], each[1]))]
            yield from filter(self._is_even, sorted(plans, key=sum))

    def _list_numbers(self, wanted: int, boards: int, room: int) -> Iterator[tuple[int, int]]:
        most = max(self.once, MEETINGS * (self.players - 1) // (self.size * (self.size - 1)))
        for each in range(1, boards + 1):
            least = max(self.once, -(-wanted // each))
            if least <= most or each == boards:
                step = 1 + least // FINE
                yield from ((each, least + step * index) for index in range(room + 1))

    def _sum_boards(self, had: list[int], each: int, rounds: int) -> list[int]:
        """Return boards by block index after *rounds* drawings of *each* boards, or existing boards if more."""
        counts = [0] * (1 + max(self._draw_up_to(rounds)))
        for index in self._draw_up_to(rounds):
            counts[index] += each
        return [max(pair) for pair in zip_longest(had, counts, fillvalue=0)]

    def _draw_up_to(self, rounds: int) -> list[int]:
        while len(self._drawn) < rounds:
            self._draw()
        return self._drawn[:rounds]

    def _is_even(self, counts: Sequence[int]) -> bool:
        differences = Differences(self.players)
        for index, often in enumerate(counts):
            if often:
                _count_differences(differences, self._blocks[index], often)
        return differences.is_even

    def had(self, order: Sequence[int], fixed: tuple[int, ...], sat: Mapping[Circle, int]) -> list[Had]:
        """Return each base block's existing boards by circular order. Parameters are those of `base_of`.

        All present shifts of a block have equally many boards.
        """
        boards: list[Had] = []
        missing = rounds = 0
        while missing <= self.once:  # some blocks may be missing, because owners keep bots apart
            rounds += 1
            missing += 1
            index = self._draw_up_to(rounds)[-1]
            if index == len(boards):
                line_ups = shifts(self.block(index), order, fixed)
                boards.append(next(filter(None, (had_by_order(each, sat) for each in line_ups)), ()))
                missing = 0 if boards[-1] else missing
        return boards


def base_of(
    order: Sequence[int], size: int, boards: int, sat: Mapping[Circle, int], now: int, fixed: tuple[int, ...] = ()
) -> list[LineUp]:
    """Return base blocks such that every two players meet about *boards* times.

    *order*: the player at each place. *size*: players of a base block. *sat*: existing boards by circular order. *now*:
    how many of *boards* are new. *fixed*: players who sit at every table.
    """
    players = len(order)
    if not sat:
        return list(_find_best(players, size, boards, len(fixed)))
    infinite = tuple(range(players, players + len(fixed)))
    designs = [Design(players, size, infinite, sequence) for sequence in _sequences(players)]
    had = [design.had(order, fixed, sat) for design in designs]
    if not any(any(blocks) for blocks in had):
        return list(_find_best(players, size, boards, len(fixed)))
    design, existing = max(zip(designs, had, strict=True), key=lambda each: sum(map(bool, each[1])))
    there = [replace(design.block(index), boards=sum(each)) for index, each in enumerate(existing)]
    return design.plan(_count_boards(there) + now * design.once, boards, existing) if now else there


def boards_of(players: int, size: int, boards: int, fixed: int = 0) -> int:
    """Return a new design's total of boards. *size*: players per base block. *fixed*: players at every table."""
    return players * sum(block.boards for block in _find_best(players, size, boards, fixed))


@cache
def _find_best(players: int, size: int, boards: int, fixed: int) -> tuple[LineUp, ...]:
    plans: list[list[LineUp]] = []
    for sequence in _sequences(players):
        design = Design(players, size, tuple(range(players, players + fixed)), sequence)
        plans.append(design.plan(boards * design.once, boards))
        if _count_boards(plans[-1]) <= MANY_MORE * boards * design.once:
            break
    return tuple(min(plans, key=_count_boards))


def _sequences(players: int) -> range:
    return range(SEQUENCES if players <= FEW_PLAYERS else 1)


def _count_boards(blocks: Iterable[LineUp]) -> int:
    return sum(block.boards for block in blocks)


def shifts(block: LineUp, order: Sequence[int], fixed: tuple[int, ...] = ()) -> Iterator[LineUp]:
    """Yield a base block's line-ups, shifted by 0, 1, 2 ... *order*: the player at each place.

    *fixed*: players who sit at every table.
    """
    players = len(order)
    twice = (*order, *order)
    for shift in range(players):
        places = [twice[place + shift] if place < players else fixed[place - players] for place in block.places]
        yield LineUp(tuple(places), block.boards, block.orders, block.begun)


def _count_differences(differences: Differences, block: Block, often: int) -> None:
    for place in range(1, len(block)):
        differences.add(block[place], block[:place], often)

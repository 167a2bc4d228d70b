"""Choose the order and the blocks in which a tournament's boards are played."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from arena.league.designs.lineups import LineUp, Table
from arena.league.designs.neighbours import Circle
from arena.league.entrants import Entrant
from arena.league.schedules.roundrobin import line_ups
from arena.league.seeds.epochs import derivation


def more_of(more: int, each: int, boards: int) -> int:
    """Return a variant's share of *more* boards per line-up, if it has *each* instead of *boards*."""
    return round(more * each / boards)


def boards_each(tables: Sequence[Table], planned: Callable[[Table], int], boards: int) -> list[int]:
    """Return the number of boards for each line-up, by table: *boards*, or a share by weight.

    Weights do not change the total number of boards. A table's share of it is its share of all weights, as nearly as
    whole boards for each line-up allow, and at least one. If only some tables have weights, the others have weight 1.
    *planned*: returns a table's total of boards if each line-up has *boards*.
    """
    if not any(table.weight for table in tables):
        return [boards] * len(tables)
    plans, weights = [planned(table) for table in tables], [table.weight or 1 for table in tables]
    wanted = [sum(plans) * weight / sum(weights) for weight in weights]
    return [max(1, round(boards * want / plan)) for want, plan in zip(wanted, plans, strict=True)]


Met = tuple[int, frozenset[int]]  # (variant index, set of places in the order of entry) of boards
Sat = tuple[int, Circle]  # (variant index, circular order of places from the least on) of boards
BLOCK = 8  # boards per block: some seconds for fast bots, few enough to spread blocks over workers


class ScheduledBoard(NamedTuple):
    """A board to play. *line_up*: entrants' ids in circular order. *variant*: its index.

    *turn*: the number of earlier boards of this line-up and variant; it selects the circular order.
    """

    number: int
    block: int
    variant: int
    line_up: tuple[int, ...]
    turn: int


class _Block(NamedTuple):
    """Successive boards of one line-up; blocks of a variant are played in tuple order."""

    progress: float  # share of the line-up's boards that come before this block, in [0, 1)
    order: bytes
    variant: int
    first: int
    size: int
    line_up: LineUp


class Schedule:
    """Boards in order, determined by the seed and the order of entry; ids themselves have no effect.

    All line-ups play some boards (a block each), then all play some more, in one seeded order, so that progress is
    even. After any number of boards, each variant has had its share, as nearly as whole blocks allow. Successive boards
    of a line-up use its (n-1)! circular orders in turn.
    """

    def __init__(
        self,
        ids: Sequence[int],
        tables: Sequence[Table],
        line_ups: Sequence[Sequence[LineUp]],
        seed: str,
        had: Mapping[Met, int] = {},
    ) -> None:
        """Order the boards of *line_ups*, given by table. *ids*: entrants in the order of entry.

        *had*: the number of their boards that exist already, by variant index and set of places.
        """
        self._ids = list(ids)
        by_table: list[list[_Block]] = []
        for index, (table, own) in enumerate(zip(tables, line_ups, strict=True)):
            order = derivation("arena-line-up-v1", seed, table.variant)
            blocks: list[_Block] = []
            for line_up in own:
                before = had.get((index, frozenset(line_up.places)), 0) if had else 0
                blocks += _blocks(index, line_up, order(line_up.places), before)
            blocks.sort()  # blocks differ in line-up or first board, so the order is unique
            by_table.append(blocks)
        self._blocks = by_table[0] if len(by_table) == 1 else _interleave(by_table)

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return len(self._blocks)

    def __len__(self) -> int:
        return sum(block.size for block in self._blocks)

    def __iter__(self) -> Iterator[ScheduledBoard]:
        number = 0
        for index, (_, _, variant, first, size, line_up) in enumerate(self._blocks):
            for turn in range(first, first + size):
                players = tuple([self._ids[entrant] for entrant in line_up.circle(turn)])
                yield ScheduledBoard(number, index, variant, players, turn)
                number += 1


class RoundRobin(Schedule):
    """A round robin: all line-ups have equally many boards; if they are too many, those of a cyclic design play."""

    def __init__(
        self,
        entrants: Sequence[Entrant],
        tables: Sequence[Table],
        boards: int,
        seed: str,
        allow_same_owner: bool = False,
        more: int = 0,
        late: int = 0,
        gone: frozenset[int] = frozenset(),
        sat: Mapping[Sat, int] = {},
        now: int = 0,
    ) -> None:
        """Plan *boards* for each line-up, at least 1. Raises `TooFewEntrantsError` if a variant has no line-up.

        *more*: part of *boards* that was added later. *late*: how many of the last entrants came later. *gone*: places
        of withdrawn entrants, whose line-ups are left out. *sat*: existing boards, which the schedule continues. *now*:
        part of *more* that does not exist yet.
        """

        def draw(table: Table, each: int, own: Mapping[Circle, int], new: int) -> list[LineUp]:
            return line_ups(entrants, table, each, seed, allow_same_owner, late, own, new)

        ids = [entrant.id for entrant in entrants]
        super().__init__(ids, tables, grow_line_ups(draw, tables, boards, more, gone, sat, now), seed, boards_had(sat))


def grow_line_ups(
    draw: Callable[[Table, int, Mapping[Circle, int], int], list[LineUp]],
    tables: Sequence[Table],
    boards: int,
    more: int,
    gone: frozenset[int],
    sat: Mapping[Sat, int],
    now: int,
) -> list[list[LineUp]]:
    """Return the line-ups of each table, without line-ups of entrants in *gone*.

    *draw*: returns the line-ups of a table, given boards for each, existing boards by circular order, and how many of
    the boards are new. Other parameters are those of `RoundRobin`. Shares by weight are those of a new tournament:
    boards that were added later do not count.
    """
    counts = boards_each(tables, lambda table: sum(each.boards for each in draw(table, boards, {}, 0)), boards)
    by_table = []
    for index, (table, each) in enumerate(zip(tables, counts, strict=True)):
        own = {circle: count for (variant, circle), count in sat.items() if variant == index}
        line_ups = draw(table, each + more_of(more, each, boards), own, more_of(now, each, boards))
        by_table.append([line_up for line_up in line_ups if gone.isdisjoint(line_up.places)])
    return by_table


def boards_had(sat: Mapping[Sat, int]) -> Counter[Met]:
    """Return the number of existing boards by variant index and set of places, given those by circular order."""
    had: Counter[Met] = Counter()
    for (variant, circle), count in sat.items():
        had[variant, frozenset(circle)] += count
    return had


def _interleave(by_table: Sequence[Sequence[_Block]]) -> list[_Block]:
    """Return the blocks of all tables in one order, such that all tables progress equally."""
    shares: list[tuple[float, _Block]] = []
    for blocks in by_table:
        ends = list(accumulate(block.size for block in blocks))
        shares += [((end - block.size / 2) / ends[-1], block) for end, block in zip(ends, blocks, strict=True)]
    shares.sort()
    return [block for _, block in shares]


def _blocks(variant: int, line_up: LineUp, order: bytes, had: int) -> Iterator[_Block]:
    """Yield the new blocks of a line-up that has had *had* boards; block sizes differ by 1 at most."""
    left = max(0, line_up.boards - had)
    count = -(-left // BLOCK)
    if count == 1:  # the usual case
        yield _Block(0.0, order, variant, had, left, line_up)
        return
    for chunk in range(count):
        first, end = (had + edge * left // count for edge in (chunk, chunk + 1))
        yield _Block(chunk / count, order, variant, first, end - first, line_up)

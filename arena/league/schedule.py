"""Which boards are played, in which order and in which blocks; round robin: every line-up meets equally often."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from arena.league.entrants import Entrant
from arena.league.lineups import LineUp, Table, line_ups
from arena.league.mix import mixed, more_of
from arena.league.seeds import derive

Met = tuple[int, frozenset[int]]  # a variant by index, and a line-up's places in the order of entry
BLOCK = 8  # boards: some seconds for fast bots, few enough that a tournament spreads over workers


@dataclass(frozen=True)
class ScheduledBoard:
    """A board to be played; *line_up* holds entrants' ids in circular order, *variant* is an index.

    *turn*: how many boards of its variant the line-up had before this one; its seed follows from that.
    """

    number: int
    block: int
    variant: int
    line_up: tuple[int, ...]
    turn: int


class _Block(NamedTuple):
    """Some successive boards of a line-up; blocks are played in the order of these tuples."""

    progress: float  # how much of its line-up's boards comes before it, in [0, 1)
    order: bytes
    variant: int
    first: int
    size: int
    line_up: LineUp


class Schedule:
    """Boards with a total, which can start at any of them: resuming is constructing.

    All line-ups play some boards (a block each), then all of them play some more, in one seeded order, so that progress
    is even. Successive boards of a line-up take its (n-1)! circular orders in turn.
    Everything follows from the seed and the order of entry; the ids themselves do not matter.
    """

    def __init__(
        self,
        ids: Sequence[int],
        tables: Sequence[Table],
        line_ups: Sequence[Sequence[LineUp]],
        seed: str,
        had: Mapping[Met, int] = {},
    ) -> None:
        """*line_ups* of each table, with all their boards; *had*: how many of those are there already, by who met."""
        self._ids = list(ids)
        self._blocks = sorted(
            (
                block
                for index, (table, own) in enumerate(zip(tables, line_ups, strict=True))
                for line_up in own
                for block in _blocks(
                    index,
                    line_up,
                    derive("arena-line-up-v1", seed, table.variant, *line_up.places),
                    had.get((index, frozenset(line_up.places)), 0),
                )
            ),
            key=lambda block: block[:4],
        )
        self._ends = list(accumulate(block.size for block in self._blocks))

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return len(self._blocks)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[ScheduledBoard]:
        return self.start_at(0)

    def start_at(self, number: int) -> Iterator[ScheduledBoard]:
        """The boards from *number* on."""
        return map(self.board, range(number, len(self)))

    def board(self, number: int) -> ScheduledBoard:
        """Board *number*, 0..len-1. Raises `IndexError` outside."""
        if not 0 <= number < len(self):
            raise IndexError(f"board {number} of {len(self)}")
        index = bisect_right(self._ends, number)
        block = self._blocks[index]
        within = block.first + block.size - (self._ends[index] - number)
        players = tuple(self._ids[entrant] for entrant in block.line_up.circle(within))
        return ScheduledBoard(number, index, block.variant, players, within)


class RoundRobin(Schedule):
    """Every line-up meets on equally many boards. Where they would be too many: a cyclic design."""

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
        had: Mapping[Met, int] = {},
    ) -> None:
        """*boards* for each line-up, at least 1, and *more* that were added later.

        The last *late* entrants came later; those whose places are *gone* have withdrawn, and no line-up has them.
        With *had* it is what is still to be appended to a round robin of which so many boards are there.
        Raises `TooFewEntrants` where a variant has no line-up.
        """

        def drawn(table: Table, each: int) -> list[LineUp]:
            return line_ups(entrants, table, each, seed, allow_same_owner, more_of(more, each, boards), late)

        found = mixed(tables, boards, drawn)
        here = [[line_up for line_up in own if gone.isdisjoint(line_up.places)] for own in found]
        super().__init__([entrant.id for entrant in entrants], tables, here, seed, had)


def _blocks(variant: int, line_up: LineUp, order: bytes, had: int) -> Iterator[_Block]:
    """The blocks of a line-up that has had some boards; their sizes differ by 1 at most."""
    left = max(0, line_up.boards - had)
    count = -(-left // BLOCK)
    for chunk in range(count):
        first, end = (had + edge * left // count for edge in (chunk, chunk + 1))
        yield _Block(chunk / count, order, variant, first, end - first, line_up)

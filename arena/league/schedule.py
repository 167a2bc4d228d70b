"""Round robin: every line-up of a variant's sides meets on equally many boards."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from arena.league.lineups import Entrant, LineUp, Table, line_ups
from arena.league.seeds import derive

BLOCK = 8  # boards: some seconds for fast bots, few enough that a tournament spreads over workers


@dataclass(frozen=True)
class ScheduledBoard:
    """A board to be played; *line_up* holds entrants' ids in circular order, *variant* is an index."""

    number: int
    block: int
    variant: int
    line_up: tuple[int, ...]


class _Block(NamedTuple):
    """Some successive boards of a line-up; blocks are played in the order of these tuples."""

    progress: float  # how much of its line-up's boards comes before it, in [0, 1)
    order: bytes
    variant: int
    first: int
    size: int
    line_up: LineUp


class RoundRobin:
    """A schedule with a total that can start at any board: resuming is constructing.

    All line-ups play some boards (a block each), then all of them play some more, in one seeded order, so that progress
    is even. Successive boards of a line-up take its (n-1)! circular orders in turn. Where line-ups would be too many,
    they are those of a cyclic design (`lineups.py`).
    Everything follows from the seed and the order of entry; the ids themselves do not matter.
    """

    def __init__(
        self,
        entrants: Sequence[Entrant],
        tables: Sequence[Table],
        boards: int,
        seed: str,
        allow_same_owner: bool = False,
    ) -> None:
        """*boards* for each line-up, at least 1. Raises `TooFewEntrants` where a variant has no line-up."""
        self._ids = [entrant.id for entrant in entrants]
        self._blocks = sorted(
            (
                block
                for index, table in enumerate(tables)
                for line_up in line_ups(entrants, table, boards, seed, allow_same_owner)
                for block in _blocks(index, line_up, derive("arena-line-up-v1", seed, table.variant, *line_up.places))
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
        return ScheduledBoard(number, index, block.variant, players)


def _blocks(variant: int, line_up: LineUp, order: bytes) -> Iterator[_Block]:
    """The blocks of a line-up; their sizes differ by 1 at most."""
    count = -(-line_up.boards // BLOCK)
    for chunk in range(count):
        first, end = (edge * line_up.boards // count for edge in (chunk, chunk + 1))
        yield _Block(chunk / count, order, variant, first, end - first, line_up)

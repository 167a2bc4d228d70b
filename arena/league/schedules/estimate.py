"""Estimate the volume of a schedule, and how long it takes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from arena.league.designs.lineups import Table
from arena.league.schedules.schedule import ScheduledBoard

SLACK = 2  # workers claim blocks as seats become free, which rarely takes longer than twice the best order


@dataclass(frozen=True)
class Pace:
    """Estimated seconds of a game or a schedule: *least* with quick bots, *most* with slow bots."""

    least: float
    most: float


@dataclass(frozen=True)
class Block:
    """Boards of one line-up (ids) that one worker plays. *variant*: its index."""

    variant: int
    players: tuple[int, ...]
    boards: int


@dataclass(frozen=True)
class Volume:
    """The line-ups, blocks, boards and games of one variant."""

    line_ups: int
    blocks: int
    boards: int
    games: int


def blocks_of(schedule: Iterable[ScheduledBoard]) -> list[Block]:
    """Return the blocks of *schedule*, in order."""
    blocks = []
    for _, boards in groupby(schedule, key=lambda board: board.block):
        own = list(boards)
        blocks.append(Block(own[0].variant, tuple(sorted(own[0].line_up)), len(own)))
    return blocks


def volumes(blocks: Sequence[Block], tables: Sequence[Table]) -> list[Volume]:
    """Return the volume of each variant. *tables*: by variant index."""
    line_ups = Counter(variant for variant, _ in {(block.variant, block.players) for block in blocks})
    count = Counter(block.variant for block in blocks)
    boards: Counter[int] = Counter()
    for block in blocks:
        boards[block.variant] += block.boards
    return [
        Volume(line_ups[index], count[index], boards[index], boards[index] * table.games)
        for index, table in enumerate(tables)
    ]


def duration(
    blocks: Sequence[Block],
    tables: Sequence[Table],
    paces: Sequence[Pace],
    rooms: Mapping[tuple[int, int], float],
    most_tables: int,
    blocks_at_once: int,
) -> Pace:
    """Return the estimated seconds from the first claim to the last board; *least*: perfectly packed.

    *paces*: seconds of a game, by variant. *rooms*: by (variant index, id), at how many tables the bot can sit at once.
    *most_tables*: of a block. *blocks_at_once*: limit of all workers. The result is at least the time of the busiest
    bot and of the longest block.
    """

    def bound(paces: Sequence[float]) -> float:
        busy: dict[int, float] = defaultdict(float)
        total = longest = 0.0
        for block in blocks:
            board_s = tables[block.variant].games_in_turn * paces[block.variant]
            side_by_side = min(most_tables, block.boards, *(rooms[block.variant, player] for player in block.players))
            block_s = board_s * ceil(block.boards / max(1, int(side_by_side)))
            total += block_s
            longest = max(longest, block_s)
            for player in block.players:
                busy[player] += board_s * block.boards / rooms[block.variant, player]
        return max(longest, total / blocks_at_once, *busy.values(), 0.0)

    return Pace(bound([pace.least for pace in paces]), SLACK * bound([pace.most for pace in paces]))

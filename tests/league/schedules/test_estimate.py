import pytest

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.estimate import Block, Pace, Volume, blocks_of, duration, volumes
from arena.league.schedules.schedule import RoundRobin

TABLES = [Table("two", 2), Table("three", 3)]


def test_the_volume_is_that_of_the_schedule() -> None:
    schedule = RoundRobin([Entrant(id_, 0) for id_ in range(4)], TABLES, 10, "s", allow_same_owner=True)
    blocks = blocks_of(schedule)
    assert len(blocks) == schedule.blocks
    assert volumes(blocks, TABLES) == [Volume(6, 12, 60, 120), Volume(4, 8, 40, 120)]


def test_the_busiest_bot_the_longest_block_or_the_workers_say_how_long_it_takes() -> None:
    blocks = [Block(0, (1, 2), 8), Block(0, (1, 3), 8)]
    rooms = {(0, 1): 4, (0, 2): 8, (0, 3): 8}
    paces = [Pace(1, 10), Pace(1, 10)]
    assert duration(blocks, TABLES, paces, rooms, 16, 32).least == 16 * 2 / 4  # bot 1, at four tables
    assert duration(blocks, TABLES, paces, rooms, 16, 1).least == 2 * (2 * 2)  # two rounds of two rotations each
    wide = dict.fromkeys(rooms, 1000)
    assert duration(blocks, TABLES, paces, wide, 1, 32).least == 8 * 2  # one board after another
    seconds = duration(blocks, TABLES, paces, wide, 16, 32)
    assert [seconds.least, seconds.most] == pytest.approx([2, 2 * 20])

import asyncio
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

import pytest

from arena.play import bank_after, play_block, play_board
from tests.play.scripted import TIME


class Floor:
    """Counts what is played at once."""

    def __init__(self) -> None:
        self.open: list[str] = []
        self.most = 0
        self.log: list[str] = []

    def rotation(self, board: int, rotation: int) -> Callable[[], Coroutine[Any, Any, str]]:
        async def play() -> str:
            name = f"{board}.{rotation}"
            self.open.append(name)
            assert len({other.split(".")[0] for other in self.open}) == len(self.open)
            self.most = max(self.most, len(self.open))
            for _ in range(1 + board):
                await asyncio.sleep(0)
            self.open.remove(name)
            self.log.append(name)
            return name

        return play


async def test_boards_stand_side_by_side_and_rotations_follow_each_other() -> None:
    floor = Floor()
    boards = [partial(play_board, [floor.rotation(board, rotation) for rotation in range(3)]) for board in range(5)]
    names = await play_block(boards, 2)
    assert names == [[f"{board}.{rotation}" for rotation in range(3)] for board in range(5)]
    assert floor.most == 2
    for board in range(5):
        assert [name for name in floor.log if name.startswith(f"{board}.")] == names[board]


async def test_the_first_exception_stops_the_others_and_comes_out_as_it_is() -> None:
    stopped: list[bool] = []

    async def fails() -> None:
        await asyncio.sleep(0)
        raise KeyError("ours") from ValueError("why")

    async def goes_on() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            stopped.append(True)
            raise

    with pytest.raises(KeyError, match="ours") as raised:
        await play_block([goes_on, fails], 2)
    assert isinstance(raised.value.__cause__, ValueError)
    with pytest.raises(KeyError, match="ours"):
        await play_board([goes_on, fails], side_by_side=True)
    assert stopped == [True, True]


async def test_tables_of_a_board_are_played_at_once_where_all_have_other_players() -> None:
    waiting: list[asyncio.Event] = [asyncio.Event(), asyncio.Event()]

    async def table(number: int) -> int:
        waiting[number].set()
        await waiting[1 - number].wait()
        return number

    assert await play_board([partial(table, 0), partial(table, 1)], side_by_side=True) == [0, 1]


@pytest.mark.parametrize(
    ("bank", "think", "left"),
    [
        (60_000_000, 0, 60_000_000),
        (60_000_000, 5_000_000, 60_000_000),
        (60_000_000, 5_000_001, 59_999_999),
        (1_000_000, 6_000_000, 0),
        (1_000_000, 6_000_001, 0),
        (0, 9_000_000, 0),
    ],
)
def test_the_bank_pays_what_the_move_s_time_does_not(bank: int, think: int, left: int) -> None:
    assert bank_after(TIME, bank, think) == left

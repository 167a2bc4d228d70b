"""The order of play of a block's boards and their rotations."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from arena.play.together import together

T = TypeVar("T")
Game = Callable[[], Coroutine[Any, Any, T]]
Board = Callable[[], Awaitable[T]]


async def play_board(games: Sequence[Game[T]], side_by_side: bool = False) -> list[T]:
    """Play a board's rotations one by one, or its tables *side_by_side*.

    One by one, nobody meets a deal at two tables at once; side by side is for tables without common players. The first
    exception stops the others.
    """
    if side_by_side:
        return await together(play() for play in games)
    return [await play() for play in games]


async def play_block(boards: Sequence[Board[T]], tables: int) -> list[T]:
    """Play *boards*, at most *tables* at once; return results in order.

    There is no barrier: a board that ends makes way for the next. The first exception stops the others and is raised.
    """
    free = asyncio.Semaphore(max(1, tables))

    async def seated(board: Board[T]) -> T:
        async with free:
            return await board()

    return await together(seated(board) for board in boards)

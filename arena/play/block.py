"""The order of play of a block: boards side by side, each one's rotations one after another, or its tables at once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar

from arena.play.together import together

T = TypeVar("T")
Game = Callable[[], Coroutine[Any, Any, T]]
Board = Callable[[], Awaitable[T]]


async def play_board(games: Sequence[Game[T]], side_by_side: bool = False) -> list[T]:
    """Play a board: one rotation is over before the next begins, so nobody meets a deal at two tables at once.

    Where all its tables have other players they are played *side_by_side*; the first exception stops the others.
    """
    if side_by_side:
        return await together(play() for play in games)
    return [await play() for play in games]


async def play_block(boards: Sequence[Board[T]], tables: int) -> list[T]:
    """Play *boards*, at most *tables* at once, and return what each gave, in order.

    There is no barrier: a board that ends makes way for the next. The first exception stops the other boards and
    comes out as it is.
    """
    free = asyncio.Semaphore(max(1, tables))

    async def seated(board: Board[T]) -> T:
        async with free:
            return await board()

    return await together(seated(board) for board in boards)

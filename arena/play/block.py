"""Play a block's boards side by side, and a board's games one after another or together."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")
Game = Callable[[], Coroutine[Any, Any, T]]
Board = Callable[[], Awaitable[T]]


async def play_board(games: Sequence[Game[T]], side_by_side: bool = False) -> list[T]:
    """Play the games of one board and return their results in order.

    *side_by_side*: play the games at the same time, which requires tables without common players. Otherwise they are
    rotations, played one by one. The first exception stops the others and is raised.
    """
    if side_by_side:
        return await run_together(play() for play in games)
    return [await play() for play in games]


async def play_block(boards: Sequence[Board[T]], tables: int) -> list[T]:
    """Play *boards*, at most *tables* at once; return their results in order.

    When a board ends, the next one starts. The first exception stops the others and is raised.
    """
    free = asyncio.Semaphore(max(1, tables))

    async def play_one(board: Board[T]) -> T:
        async with free:
            return await board()

    return await run_together(play_one(board) for board in boards)


async def run_together(jobs: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Run *jobs* concurrently; return their results in order, or raise the first exception without its group."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except BaseExceptionGroup as several:
        first = several.exceptions[0]
    else:
        return [task.result() for task in tasks]
    raise first  # raised outside of `except`: there, `from None` would be needed and would remove the exception's cause

"""The order of play of a block: boards side by side, and each board's rotations one after another."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from arena.play.together import together

T = TypeVar("T")
Rotation = Callable[[], Awaitable[T]]


async def play_board(rotations: Sequence[Rotation[T]]) -> list[T]:
    """Play a board: one rotation is over before the next begins, so nobody meets a deal at two tables at once."""
    return [await play() for play in rotations]


async def play_block(boards: Sequence[Sequence[Rotation[T]]], tables: int) -> list[list[T]]:
    """Play *boards*, each a list of rotations, at most *tables* at once, and return what each game gave, in order.

    There is no barrier: a board that ends makes way for the next. The first exception stops the other boards and
    comes out as it is.
    """
    free = asyncio.Semaphore(max(1, tables))

    async def seated(rotations: Sequence[Rotation[T]]) -> list[T]:
        async with free:
            return await play_board(rotations)

    return await together(seated(rotations) for rotations in boards)

"""Answers that go on until the caller's token ends."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar

from grpc import StatusCode

from arena.guards.live_tokens import LiveTokens
from arena.guards.refused import Refused
from arena.store.accounts.rows import Principal

T = TypeVar("T")


async def while_let_in(live: LiveTokens, caller: Principal, answers: AsyncIterator[T]) -> AsyncIterator[T]:
    """Yield *answers* for as long as *caller*'s token holds.

    Raises `Refused` when the token is revoked or expires before the last.
    """
    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    with live.follow(caller.token_id, lambda line: None if ended.done() else ended.set_result(line)):
        while True:
            following = asyncio.ensure_future(_following(answers))
            try:
                await asyncio.wait(set[asyncio.Future[Any]]((following, ended)), return_when=asyncio.FIRST_COMPLETED)
                if ended.done():
                    raise Refused(StatusCode.UNAUTHENTICATED, ended.result())
                for answer in following.result():
                    yield answer
                if not following.result():
                    return
            finally:
                following.cancel()


async def _following(answers: AsyncIterator[T]) -> list[T]:
    """Return the next answer in a list; empty after the last."""
    try:
        return [await anext(answers)]
    except StopAsyncIteration:
        return []

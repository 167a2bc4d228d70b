"""Serve streams, and measure how soon calls are answered."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from math import inf
from typing import Any, Final, TypeVar

from grpc import StatusCode

from arena.guards.auth import LiveTokens, Refused
from arena.rules.records.play_counts import COUNTS
from arena.rules.records.thinking import WITHIN
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


HALF, MOST = 50, 95  # of a hundred decisions
TIMED: Final = ("said_timed", "cards_timed")


def named(counts: Sequence[int]) -> dict[str, float]:
    """Return counts by name; those that were not counted yet are 0."""
    return dict.fromkeys(COUNTS, 0.0) | dict(zip(COUNTS, counts, strict=False))


def timed(sums: Mapping[str, float]) -> float:
    """Return how many decisions were timed one by one, not by the batch."""
    return sum(sums.get(name, 0) for name in TIMED)


def time_of(sums: Mapping[str, float], share: int) -> int | None:
    """Return the least ms of `WITHIN` in which *share* percent were answered; None: more than the last."""
    of, answered = timed(sums), 0.0
    for ms in WITHIN:
        answered += sums.get(f"took_{ms}", 0)
        if of and 100 * answered >= share * of:
            return ms
    return None


def slowness(sums: Mapping[str, float]) -> tuple[float, float]:
    """Return a key that sorts the slowest last: the ms in which 95 of 100 were answered, then those of half.

    Both are -1 where nothing was timed.
    """
    most, half = (time_of(sums, share) for share in (MOST, HALF))
    return (inf if most is None else most, inf if half is None else half) if timed(sums) else (-1.0, -1.0)


def told(sums: Mapping[str, float]) -> str:
    """Return the times in words; "" where nothing was timed."""
    return f"half of its answers {_within(sums, HALF)}, 95 of 100 {_within(sums, MOST)}" if timed(sums) else ""


def _within(sums: Mapping[str, float], share: int) -> str:
    ms = time_of(sums, share)
    if ms is None:
        return f"take more than {WITHIN[-1] / 1000:g} s"
    return f"within {ms} ms" if ms < 1000 else f"within {ms / 1000:g} s"

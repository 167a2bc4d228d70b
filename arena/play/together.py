"""Run jobs together; the first that fails stops the others."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(jobs: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Return the results in order; raise the first exception, ungrouped."""
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(job) for job in jobs]
    except BaseExceptionGroup as several:
        first = several.exceptions[0]
    else:
        return [task.result() for task in tasks]
    raise first  # here, since `from None` would take its cause from it

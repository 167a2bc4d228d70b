"""A database with so many boards of history, and what was measured in it."""

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

import psycopg

from arena.store import Store

Figures = dict[str, float]  # in milliseconds


@dataclass
class Side:
    """A store with *boards* boards of history, and a connection beside it.

    *rounds*: what was measured in each. *once*: of what reads all there is. *sizes*: bytes of `boards` and its indexes.
    """

    boards: int
    store: Store
    beside: "psycopg.AsyncConnection[tuple[Any, ...]]"
    rounds: list[Figures] = field(default_factory=list)
    once: Figures = field(default_factory=dict)
    sizes: dict[str, int] = field(default_factory=dict)

    @classmethod
    async def open(cls, boards: int, dsn: str) -> "Side":
        """Connect."""
        return cls(boards, await Store.open(dsn), await psycopg.AsyncConnection.connect(dsn, autocommit=True))

    async def close(self) -> None:
        """Disconnect."""
        await self.store.close()
        await self.beside.close()

    @property
    def figures(self) -> Figures:
        """The median of the rounds."""
        return {name: median(each[name] for each in self.rounds) for name in self.rounds[0]}


async def in_turn(sides: Sequence[Side], work: Callable[[Side], Awaitable[Any]], times: int = 1) -> list[float]:
    """Return each side's median milliseconds of *work*, done so often: what else the machine does meets all alike."""
    taken: list[list[float]] = [[] for _ in sides]
    for _ in range(times):
        for side, each in zip(sides, taken, strict=True):
            began = time.perf_counter()
            await work(side)
            each.append(1000 * (time.perf_counter() - began))
    return [median(each) for each in taken]

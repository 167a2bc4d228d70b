"""Many bots in one process: `python -m tools.load.fleet ARENA PACE SEED SEATS`, names on its input.

Prints counts since the last line as JSON, once a second.
"""

import asyncio
import json
import random
import secrets
import sys
from collections import Counter, defaultdict
from typing import Any, Final

from arena.services import tune_garbage_collector
from arena.wire.address import parse_address
from arena.wire.columns.layout import VERSION
from arena.wire.gen import seat_pb2
from arena.wire.loops import new_loop
from bots.sdk.streams.dialler import Dialler
from tools.load.kinds import kind_of
from tools.load.minds import Mind, Shares

EVERY: Final = 1.0  # seconds
VARIANTS: Final = ("spades-4",)
AT_A_TABLE: Final = 4


class Fleet:
    """Bots by name; the token of each is its name."""

    def __init__(self, arena: str, pace: float, seed: str, seats: int) -> None:
        self._addresses = [parse_address(each) for each in arena.split(",")]
        self._pace, self._seed, self._seats = pace, seed, seats
        self._counts = Counter[str]()
        self._tables: defaultdict[str, Shares] = defaultdict(Shares)
        self._bots: list[tuple[Mind, Dialler]] = []

    async def play(self, names: list[str]) -> None:
        """Play until cancelled, or until the arena sends a bot Stop, which never happens."""
        async with asyncio.TaskGroup() as group:
            for name in names:
                mind, dialler = self._bot(name)
                self._bots.append((mind, dialler))
                group.create_task(dialler.play(mind))
            group.create_task(self._report())

    def _bot(self, name: str) -> tuple[Mind, Dialler]:
        kind, chance = kind_of(name), random.Random(f"{self._seed} {name}")
        table = table_of(name)
        shares = self._tables[table] if table else Shares()
        mind = Mind(kind, self._pace, self._counts, chance, shares)
        hello = seat_pb2.Hello(
            instance=secrets.token_hex(8),
            protocol=1,
            variants=VARIANTS,
            max_seats=1 if table else self._seats,
            columnar=VERSION if kind.is_columnar else 0,
        )
        return mind, Dialler(self._addresses, name, hello, lambda line: None)

    async def _report(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            print(json.dumps(self._taken()), flush=True)

    def _taken(self) -> dict[str, Any]:
        shares = [taken for table in self._tables.values() for taken in table.taken]
        for table in self._tables.values():
            table.taken.clear()
        there = sum(dialler.stream is not None and mind.stream is dialler.stream for mind, dialler in self._bots)
        counts = dict(self._counts)
        self._counts.clear()
        welcomed = sorted(mind.welcomed for mind, _ in self._bots)
        return {"connected": there, "welcomed": [welcomed[0], welcomed[-1]], "shares": shares, **counts}


def table_of(name: str) -> str:
    """Return the name of a probe's tournament, which has only its table; else ""."""
    kind, _, number = name.partition("-")
    return f"probe-{int(number) // AT_A_TABLE}" if kind == "probe" else ""


if __name__ == "__main__":
    arena, pace, seed, seats = sys.argv[1:]
    names = sys.stdin.read().split()
    tune_garbage_collector()
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(Fleet(arena, float(pace), seed, int(seats)).play(names))

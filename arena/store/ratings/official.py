"""The fits of the official tables: the rater's to make, everybody's to read."""

import asyncio
import json
from collections import defaultdict
from functools import partial

from arena.league.ratings.bradley_terry import Fit, fit
from arena.league.ratings.tally import LineUpTally
from arena.store.database import Connection, Room, run, value
from arena.store.locks import FIT

Key = tuple[str, int]  # variant, revision


class OfficialTables(Room):
    """Tallies of all rated boards, and the strengths that were fitted to them."""

    async def tallies(self) -> dict[Key, list[LineUpTally]]:
        """All rated boards by variant and rules revision, the newest first, summed up by tournament and line-up."""
        async with self.transaction() as connection:
            return await _tallies(connection)

    async def fit_tables(self) -> int:
        """Fit the tables whose boards have changed since their last fit; return how many."""
        async with self.transaction() as connection:
            rows = await (await run(connection, "unfitted")).fetchall()
        done = [await self.alone(FIT, partial(_fit_table, variant, revision)) for variant, revision, _ in rows]
        return sum(done)

    async def unfitted(self) -> dict[Key, int]:
        """The tables that are not what a fit would make of them now, and how many boards are not in them."""
        async with self.transaction() as connection:
            rows = await (await run(connection, "unfitted")).fetchall()
        return {(variant, revision): boards for variant, revision, boards in rows}

    async def fits(self) -> dict[Key, Fit]:
        """The stored fits by variant and rules revision, the newest first."""
        async with self.transaction() as connection:
            rows = await (await run(connection, "fits")).fetchall()
        return {(variant, revision): await asyncio.to_thread(_read, stored) for variant, revision, stored in rows}


async def _tallies(connection: Connection, variant: str | None = None) -> dict[Key, list[LineUpTally]]:
    found: dict[Key, list[LineUpTally]] = defaultdict(list)
    rows = await (await run(connection, "tallies", variant=variant)).fetchall()
    for name, revision, players, *sums in rows:
        found[name, revision].append(LineUpTally(tuple(players), *sums))
    return dict(found)


async def _fit_table(variant: str, revision: int, connection: Connection) -> bool:
    """A thread fits: some hundred bots take the processor for a second, and bots' clocks are not held up."""
    tallies = (await _tallies(connection, variant)).get((variant, revision), [])
    if not tallies:
        await run(connection, "drop_fit", variant=variant, revision=revision)
        return True
    boards = sum(tally.boards for tally in tallies)
    if boards == await value(connection, "fitted_boards", variant=variant, revision=revision):
        return False  # somebody else did, while this one waited for the lock
    stored = await asyncio.to_thread(lambda: json.dumps(vars(fit(tallies))))
    await run(connection, "put_fit", variant=variant, revision=revision, boards=boards, fit=stored)
    return True


def _read(stored: str) -> Fit:
    parts = json.loads(stored)
    return Fit(**parts | {"meetings": [tuple(each) for each in parts["meetings"]]})

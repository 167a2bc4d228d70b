"""Fit the official rating tables; read them, and their ratings by day."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from arena.league.ratings.bradley_terry import Fit, fit_tables
from arena.league.ratings.strengths import Strengths
from arena.league.ratings.tally import LineUpTally
from arena.store.accounts.versions import find_version
from arena.store.database import Connection, Room, run, select, value
from arena.store.locks import FIT
from arena.store.scales import Scale

FitTallies = Callable[[Sequence[LineUpTally]], Awaitable[str]]


class OfficialTables(Room):
    """Tallies of all rated boards, and the rating tables that are fitted to these."""

    async def tallies(self, scale: Scale | None = None) -> dict[Scale, list[LineUpTally]]:
        """Return tallies of all rated boards by scale, with a variant's newest rules first; *scale*: only this one."""
        async with self.transaction() as connection:
            return await _tallies(connection, scale)

    async def fit_tables(self, fit: FitTallies | None = None) -> int:
        """Fit the tables of all scales with new boards; return the number of fitted scales.

        *fit*: computes a scale's tables as `fit_to_json` does; None: `fit_in_thread`.
        """
        rows = await self._select("unfitted")
        work = [partial(_fit_tables, Scale(*scale), fit or fit_in_thread) for *scale, _ in rows]
        return sum([await self.alone(FIT, each) for each in work])

    async def unfitted(self) -> dict[Scale, int]:
        """Return, by scale, the number of rated boards that the stored table does not include yet."""
        return {Scale(*scale): boards for *scale, boards in await self._select("unfitted")}

    async def fits(self, scales: Iterable[Scale] | None = None) -> dict[Scale, list[Fit]]:
        """Return the stored tables of *scales* (None: all), with a variant's newest rules first."""
        rows = await self._select("fits", scales=None if scales is None else Jsonb(list(scales)))
        return {Scale(*scale): await asyncio.to_thread(_read_fits, stored) for *scale, stored in rows}

    async def daily_ratings(self, bot: str) -> dict[Scale, list[dict[str, Any]]]:
        """Return by scale a version's bot, day, rating, low, high and boards on the last 366 days.

        Those of the five newest other versions of the same bot follow. Raises `UnknownBotError`.
        """
        async with self.transaction() as connection:
            rows = await select(connection, "daily_ratings", version_id=(await find_version(connection, bot)).id)
        return {Scale(*scale): days for *scale, days in rows}

    async def recent_ratings(self, scale: Scale) -> dict[int, list[float]]:
        """Return by version id the ratings on the last 30 days on which the table was fitted, oldest first."""
        return dict(await self._select("recent_ratings", **scale._asdict()))


async def _tallies(connection: Connection, scale: Scale | None = None) -> dict[Scale, list[LineUpTally]]:
    which = scale._asdict() if scale else dict.fromkeys(Scale._fields)
    return by_scale(await select(connection, "tallies", **which))


def by_scale(rows: Iterable[TupleRow]) -> dict[Scale, list[LineUpTally]]:
    """Group *rows* by scale. A row has the fields of a scale, then those of a tally."""
    tallies: dict[Scale, list[LineUpTally]] = defaultdict(list)
    for variant, revision, pool, form, players, *sums in rows:
        tallies[Scale(variant, revision, pool, form)].append(LineUpTally(tuple(players), *sums))
    return dict(tallies)


def fit_to_json(tallies: Iterable[LineUpTally]) -> str:
    """Return the fitted tables of one scale's boards as a JSON object: `fits`, and the `lines` of all bots.

    A bot with few boards may be in several tables, and in some without a board that counts. Its line is that of the
    table in which it has most boards, if any.
    """
    fits = fit_tables(tallies)
    lines = sorted((line for each in fits for line in Strengths(each).table()), key=lambda line: line.boards)
    by_player = {line.player: vars(line) | {"error": None} for line in lines if line.boards}  # JSON has no infinity
    return json.dumps({"fits": [vars(each) for each in fits], "lines": [*by_player.values()]})


async def fit_in_thread(tallies: Sequence[LineUpTally]) -> str:
    """Return `fit_to_json` from a thread: it takes seconds of CPU, and the loop measures bots' times meanwhile."""
    return await asyncio.to_thread(fit_to_json, tallies)


async def _fit_tables(scale: Scale, fit: FitTallies, connection: Connection) -> bool:
    """Fit the tables of one scale, and store the day's ratings; return False if they were up to date."""
    tallies = (await _tallies(connection, scale)).get(scale, [])
    key, boards = scale._asdict(), sum(tally.boards for tally in tallies)
    if tallies and boards == await value(connection, "fitted_boards", **key):
        return False  # another session fitted them while this one waited for the lock
    fitted = await fit(tallies) if tallies else None
    await run(connection, "drop_fits", **key)
    if fitted:
        await run(connection, "put_fits", **key, boards=boards, fitted=fitted)
    return True


def _read_fits(stored: str) -> list[Fit]:
    pairs = ("ends", "meetings", "links")
    fits: list[dict[str, Any]] = json.loads(stored)
    return [Fit(**parts | {name: [tuple(each) for each in parts[name]] for name in pairs}) for parts in fits]

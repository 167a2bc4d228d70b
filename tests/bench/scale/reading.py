"""What reading takes with a season stored: standings, Elo, the official table, and the bytes of a board."""

import time
from typing import Any

import psycopg

from arena.gateway.people.standings import get_standings
from arena.gateway.people.strengths import get_strengths
from arena.store import Store

TABLES = ("boards", "games", "blocks", "tallies")


async def reading(store: Store, dsn: str, boards: int) -> dict[str, Any]:
    """Seconds, and bytes a board by table with its indexes; the first rating of all boards comes first."""
    figures: dict[str, Any] = {}
    assert await store.rate() == boards
    began = time.perf_counter()
    assert await store.rebuild() == (boards, 0)
    figures["rebuild s"] = time.perf_counter() - began
    began = time.perf_counter()
    answer = await get_standings(store, "season")
    figures["standings s"] = time.perf_counter() - began
    assert sum(line.boards for line in answer.variants[0].standings) == 4 * boards
    began = time.perf_counter()
    table = (await get_strengths(store, ["spades-4"], pool=False)).tables[0]
    figures["official table s"] = time.perf_counter() - began
    figures["official table bots"] = len(table.strengths)
    with psycopg.connect(dsn) as connection:
        figures["bytes a board"] = {name: _bytes(connection, name) / boards for name in TABLES}
    return figures


def _bytes(connection: psycopg.Connection[tuple[int]], table: str) -> int:
    row = connection.execute("SELECT pg_total_relation_size(%s::regclass)", [table]).fetchone()
    assert row
    return row[0]

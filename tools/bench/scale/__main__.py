"""Measure the store with BENCH_BOARDS boards (a million) in it: `python -m tools.bench.scale`."""

import asyncio
import gc
import json
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

import psycopg

from arena.league.designs.lineups import Table
from arena.league.entrants import Entrant
from arena.league.schedules.schedule import RoundRobin
from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store import Store
from arena.store.migrate import migrate
from arena.tokens import digest
from tools.bench.machine import machine
from tools.bench.scale.pages import pages
from tools.bench.scale.reading import reading
from tools.bench.scale.season import add_season
from tools.bench.scale.writing import writing
from tools.bench.sizes import BOARDS, BOTS, PAGE_SECONDS

STORED_BOTS = 2 * BOTS
SEASON_BOTS = 2 * BOTS // 5
POSTGRES = ("fsync=off", "max_wal_size=8GB")


def scheduling() -> dict[str, float]:
    """Return CPU seconds of schedules, with all boards read once, by bots at a table and boards per pair."""
    entrants = [Entrant(number, number) for number in range(BOTS)]
    seconds = {}
    for bots, boards in product((2, 3, 4, 5), (1, 2, 4)):
        gc.collect()  # so that the garbage of the previous case costs this one nothing
        began = time.process_time()
        for _ in RoundRobin(entrants, [Table("v", bots)], boards, "seed"):
            pass
        seconds[f"{bots} at a table, {boards} boards a pair"] = time.process_time() - began
    return seconds


async def measure(dsn: str) -> dict[str, Any]:
    """Return all figures of a fresh database."""
    store = await Store.open(dsn)
    await store.accounts.create_owner("owner", digest("owner"))
    for number in range(BOTS, STORED_BOTS):
        await store.accounts.register_bot(f"bot-{number}", "1", "owner", digest(f"bot-{number}"))
    names = [f"bot-{number}" for number in range(BOTS)]
    ids = [await store.accounts.register_bot(name, "1", "owner", digest(name)) for name in names]
    # With 500 bots 100 boards for each line-up: 21,000 boards, about as many as all of them have.
    few = await writing(store, "ten", names[:10], ids, PAGE_SECONDS, boards=BOTS // 5)
    apart = await writing(store, "ten-apart", names[:10], ids, PAGE_SECONDS, boards=BOTS // 20, apart=True)
    many = await writing(store, "all", names, ids, PAGE_SECONDS)
    began = time.perf_counter()
    with psycopg.connect(dsn) as connection:
        connection.execute("TRUNCATE tournaments CASCADE")
        add_season(connection, ids[:SEASON_BOTS], BOARDS)
    copying = time.perf_counter() - began
    read = await reading(store, dsn, BOARDS)
    page = await pages(dsn)
    beside = await writing(store, "beside", names, ids, PAGE_SECONDS)
    await store.close()
    return {
        "boards": BOARDS,
        "copy s": copying,
        **read,
        "page": page,
        "writing": {"few": few, "apart": apart, "many": many, "beside": beside},
    }


def main() -> None:
    """Print one JSON object."""
    figures: dict[str, Any] = {"machine": machine(), "postgres": " ".join(POSTGRES)}
    figures["scheduling 500 bots s"] = scheduling()
    supervisor = Supervisor(lambda line: print(line, file=sys.stderr))
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        try:
            postgres = Postgres.prepare(State.open(Path(folder)))
            supervisor.start([postgres.child(*POSTGRES)])
            dsn = postgres.make_database()
            migrate(dsn)
            figures |= asyncio.run(measure(dsn))
        finally:
            supervisor.stop()
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()

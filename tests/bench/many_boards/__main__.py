"""Measure whether anything grows with the boards that are stored: the same work beside few and beside many.

`python -m tests.bench.many_boards [--boards 5000000] [--few 50000] [--json]`
"""

import argparse
import asyncio
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from arena.local.postgres import Postgres
from arena.local.state import State
from arena.local.supervisor import Supervisor
from arena.store.migrate import migrate
from arena.store.play.rows import Instance
from tests.bench.machine import machine
from tests.bench.many_boards.history import LEAST, add_history
from tests.bench.many_boards.measures import Round, read_all
from tests.bench.many_boards.side import Side
from tests.lasting import renew_for_good

ROUNDS: Final = 3
BOTS: Final = [f"bot-{number}" for number in range(20)]
BYTES: Final = 1_500  # of disk a board, with what is written ahead
# What vacuums take is measured here: none is to come by itself.
POSTGRES: Final = ("fsync=off", "max_wal_size=4GB", "autovacuum=off")
NOTES: Final = """
Milliseconds, the median of three rounds; few and many take turns at everything. One Postgres, fsync and autovacuum off.
A tenth of the boards are owed in a paused tournament, the others closed in finished ones of 5,000 boards.
Played are 50 blocks of 8 boards of spades-4, in a tournament of eight bots; a look for work is `Store.tend`."""


async def run(dsns: dict[int, str]) -> list[Side]:
    """Fill the databases with so many boards each, and measure."""
    sides = [await Side.open(boards, dsn) for boards, dsn in dsns.items()]
    for side, dsn in zip(sides, dsns.values(), strict=True):
        accounts = side.store.accounts
        await accounts.create_owner("owner", _token("owner"))
        ids = [await accounts.register_bot(bot, "1", "owner", _token(bot)) for bot in BOTS]
        await asyncio.to_thread(add_history, dsn, ids, side.boards)
        instances = [Instance(f"instance-{id_}", id_, 4096, ["spades-4"]) for id_ in ids]
        await renew_for_good(side.store, "gateway", "127.0.0.1:1", instances)
    for number in range(ROUNDS):
        await Round(sides, f"cup-{number}", BOTS).run()
    await read_all(sides)
    for side in sides:
        await side.close()
    return sides


def show(few: Side, many: Side) -> None:
    """Print both beside each other."""
    print(machine())
    print(f"{'boards stored':<44}{few.boards:>12,}{many.boards:>12,}{'times':>9}")
    for name, milliseconds in few.figures.items():
        _line(name, milliseconds, many.figures[name])
    print("\nonce, microseconds a board stored")
    for name, milliseconds in few.once.items():
        _line(name, 1000 * milliseconds / few.boards, 1000 * many.once[name] / many.boards)
    print("\nbytes a board stored")
    for name, size in few.sizes.items():
        _line(name, size / few.boards, many.sizes[name] / many.boards)
    print(f"{'in all, MB':<44}{sum(few.sizes.values()) / 1e6:>12,.0f}{sum(many.sizes.values()) / 1e6:>12,.0f}")
    print(NOTES)


def _line(name: str, few: float, many: float) -> None:
    print(f"{name:<44}{few:>12.2f}{many:>12.2f}{many / few:>9.2f}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.many_boards")
    parser.add_argument("--boards", type=int, default=5_000_000, help="the many")
    parser.add_argument("--few", type=int, default=50_000, help="the few")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args()
    for name, given in (("--boards", options.boards), ("--few", options.few)):
        if given < LEAST or given % LEAST:
            parser.error(f"{name} {given}: give a multiple of {LEAST:,}")
    if options.few >= options.boards:
        parser.error(f"--few {options.few}: give less than --boards, {options.boards}")
    return options


def main() -> None:
    """Print a table, or with --json an object."""
    options = _options()
    need, free = BYTES * (options.few + options.boards), shutil.disk_usage(tempfile.gettempdir()).free
    print(f"it takes {need / 1e9:.1f} GB of {tempfile.gettempdir()}, which has {free / 1e9:.1f}", file=sys.stderr)
    if free < need:
        sys.exit("there is not room enough: set TMPDIR to a folder that has it")
    supervisor = Supervisor(lambda line: print(line, file=sys.stderr))
    with tempfile.TemporaryDirectory(prefix="arena-bench-") as folder:
        try:
            postgres = Postgres.prepare(State.open(Path(folder)))
            supervisor.start([postgres.child(*POSTGRES)])
            dsns = {boards: postgres.make_database(f"of_{boards}") for boards in (options.few, options.boards)}
            for dsn in dsns.values():
                migrate(dsn)
            few, many = asyncio.run(run(dsns))
        finally:
            supervisor.stop()
    if options.json:
        print(json.dumps({"machine": machine(), "few": _told(few), "many": _told(many)}, indent=2))
    else:
        show(few, many)


def _told(side: Side) -> dict[str, Any]:
    return {"boards": side.boards, "median": side.figures, "rounds": side.rounds, "once": side.once} | {
        "bytes": side.sizes
    }


def _token(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


if __name__ == "__main__":
    main()

"""Fit the official tables of ratings to new boards, in another process of low priority."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from typing import Final

from arena.league.ratings.tally import LineUpTally
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.ratings.official import fit_to_json

LAST: Final = 19  # niceness: games with clocks go first


def main() -> None:
    """Read tallies from standard input as JSON, and print `fit_to_json` of these."""
    os.nice(LAST)
    tallies = [LineUpTally(**each | {"players": tuple(each["players"])}) for each in json.load(sys.stdin)]
    sys.stdout.write(fit_to_json(tallies))


if __name__ == "__main__":
    main()


logger = logging.getLogger(__name__)
EVERY: Final = 5.0  # seconds between two checks


class FitError(Exception):
    """Raised when the fitting process ends early, which is a bug of the arena."""


async def run_table_keeper(store: Store) -> None:
    """Fit the official tables every few seconds, for ever; wait while Postgres is away."""
    while True:
        try:
            await store.ratings.fit_tables(fit_in_process)
        except StoreUnavailableError:
            pass  # the sweep logs that
        except FitError as failed:
            logger.error("%s", failed)  # the process has printed its traceback
        await asyncio.sleep(EVERY)


async def fit_in_process(tallies: Sequence[LineUpTally]) -> str:
    """Return `fit_to_json` of *tallies*. Raises `FitError`.

    A process of low priority does the work: hundreds of bots take seconds, and a thread would delay games.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "workers.tables.background"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        out, _ = await process.communicate(json.dumps([vars(each) for each in tallies]).encode())
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise FitError(f"workers.tables.background ended with code {process.returncode}")
    return out.decode()

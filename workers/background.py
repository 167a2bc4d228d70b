"""Play requested deals with a house bot, and fit official tables, in other processes of low priority."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from arena.league.ratings.tally import LineUpTally
from arena.rules import configure, sides_of
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.ratings.findings import Deal
from arena.store.ratings.official import fit_to_json
from bots.house.simple import SimpleBot
from bots.sdk.practice.local import play_local

LAST: Final = 19  # niceness: games with clocks go first


def count_points(deal: dict[str, Any]) -> int | None:
    """Return the points of all sides when `simple` plays *deal* in every seat; None for another rules revision."""
    rules = configure(deal["variant"], options=deal["options"])
    if rules.revision != deal["revision"]:
        return None
    game = play_local(rules, bytes.fromhex(deal["seed"]), [SimpleBot] * rules.seats)
    return sum(game.result().scores[: sides_of(rules)])


def main() -> None:
    """Read deals or, with the argument "fit", tallies from standard input as JSON; print points or fits."""
    os.nice(LAST)
    given = json.load(sys.stdin)
    if sys.argv[1:] == ["fit"]:
        sys.stdout.write(fit_to_json([LineUpTally(**each | {"players": tuple(each["players"])}) for each in given]))
    else:
        sys.stdout.write(json.dumps(list(map(count_points, given))))


if __name__ == "__main__":
    main()


logger = logging.getLogger(__name__)
EVERY: Final = 5.0  # seconds between two requests to the store while there is no work
MOST: Final = 50  # boards claimed at once
PATIENCE: Final = 300.0  # seconds after which other workers may claim these boards


class BackgroundError(Exception):
    """Raised when a process of low priority ends early, which is a bug of the arena."""


async def run_luck_worker(store: Store) -> None:
    """Play requested deals, up to `MOST` at a time, for ever; wait while Postgres is away."""

    async def play() -> bool:
        deals = await store.ratings.deals_for_luck(MOST, PATIENCE)
        if deals:
            await store.ratings.put_luck(await play_deals(deals))
        return bool(deals)

    await _repeat(play)


async def run_table_keeper(store: Store) -> None:
    """Fit the official tables every few seconds, for ever; wait while Postgres is away."""

    async def fit() -> bool:
        await store.ratings.fit_tables(fit_in_process)
        return False

    await _repeat(fit)


async def _repeat(work: Callable[[], Awaitable[bool]]) -> None:
    """Do *work* every few seconds, for ever; again at once if it returns True."""
    while True:
        try:
            if await work():
                continue
        except StoreUnavailableError:
            pass  # the sweep logs that
        except BackgroundError as failed:
            logger.error("%s", failed)  # the process has printed its traceback; other workers may try after PATIENCE
        await asyncio.sleep(EVERY)


async def play_deals(deals: Sequence[Deal]) -> dict[int, int | None]:
    """Return the house bot's points, or None, by board id. Raises `BackgroundError`."""
    boards = [deal.board_id for deal in deals]
    given = [vars(deal) | {"seed": deal.seed.hex()} for deal in deals]
    points = json.loads(await _run("play", given, f" in one of the boards {boards}"))
    return dict(zip(boards, points, strict=True))


async def fit_in_process(tallies: Sequence[LineUpTally]) -> str:
    """Return `fit_to_json` of *tallies*. Raises `BackgroundError`.

    A process of low priority does the work: hundreds of bots take seconds, and a thread would delay games.
    """
    return (await _run("fit", [vars(each) for each in tallies])).decode()


async def _run(task: str, given: list[dict[str, Any]], where: str = "") -> bytes:
    """Return the output of a process that does *task*. Raises `BackgroundError`; *where*: the end of its message."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "workers.background", task),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        out, _ = await process.communicate(json.dumps(given).encode())
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise BackgroundError(f"workers.background {task} ended with code {process.returncode}{where}")
    return out

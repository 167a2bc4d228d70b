"""Play requested deals with a house bot, in another process of low priority."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

from arena.rules import configure, sides_of
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.store.ratings.findings import Deal
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
    """Read one deal per line from standard input, and print its points."""
    os.nice(LAST)
    for line in sys.stdin:
        print(json.dumps(count_points(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()


logger = logging.getLogger(__name__)
EVERY: Final = 5.0  # seconds between two requests to the store while no deal is wanted
MOST: Final = 50  # boards claimed at once
PATIENCE: Final = 300.0  # seconds after which other workers may claim these boards


class HouseBotError(Exception):
    """Raised when the process of the house bot ends early, which is a bug of the arena."""


async def run_luck_worker(store: Store) -> None:
    """Play requested deals, up to `MOST` at a time, for ever; wait while Postgres is away."""
    while True:
        try:
            deals = await store.ratings.deals_for_luck(MOST, PATIENCE)
            if deals:
                await store.ratings.put_luck(await play_deals(deals))
                continue
        except StoreUnavailableError:
            pass  # the sweep logs that
        except HouseBotError as failed:
            logger.error("%s", failed)  # the process has printed its traceback; other workers may try after PATIENCE
        await asyncio.sleep(EVERY)


async def play_deals(deals: Sequence[Deal]) -> dict[int, int | None]:
    """Return the house bot's points, or None, by board id. Raises `HouseBotError`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "workers.luck.background"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        out, _ = await process.communicate("".join(map(_line, deals)).encode())
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        boards = [deal.board_id for deal in deals]
        line = f"workers.luck.background ended with code {process.returncode} in one of the boards {boards}"
        raise HouseBotError(line)
    points = [json.loads(line) for line in out.splitlines()]
    return {deal.board_id: each for deal, each in zip(deals, points, strict=True)}


def _line(deal: Deal) -> str:
    fields = {"variant": deal.variant, "options": deal.options, "revision": deal.revision, "seed": deal.seed.hex()}
    return json.dumps(fields) + "\n"

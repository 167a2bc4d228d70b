"""Requested deals, played by a house bot in another process."""

import asyncio
import json
import logging
import sys
from collections.abc import Sequence
from typing import Final

from arena.store import Store
from arena.store.errors import StoreUnavailable
from arena.store.ratings.findings import Deal

logger = logging.getLogger(__name__)
EVERY: Final = 5.0  # seconds between two looks while no deal is wanted
MOST: Final = 50  # boards taken at once
PATIENCE: Final = 300.0  # seconds after which others may take them


class HouseBotFailed(Exception):
    """Raised when the house bot's process ends early, which is our fault."""


async def play_wanted_for_ever(store: Store) -> None:
    """Play a few requested deals after another; Postgres may be away."""
    while True:
        try:
            deals = await store.ratings.deals_for_luck(MOST, PATIENCE)
            if deals:
                await store.ratings.put_luck(await played(deals))
                continue
        except StoreUnavailable:
            pass  # the sweep logs that
        except HouseBotFailed as failed:
            logger.error("%s", failed)  # the process has printed its traceback; after PATIENCE others may try
        await asyncio.sleep(EVERY)


async def played(deals: Sequence[Deal]) -> dict[int, int | None]:
    """Return the house bot's points by board. Raises `HouseBotFailed`."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "workers.luck.house_deals"),
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
        told = f"workers.luck.house_deals ended with code {process.returncode} in one of the boards {boards}"
        raise HouseBotFailed(told)
    points = [json.loads(line) for line in out.splitlines()]
    return {deal.board_id: each for deal, each in zip(deals, points, strict=True)}


def _line(deal: Deal) -> str:
    told = {"variant": deal.variant, "options": deal.options, "revision": deal.revision, "seed": deal.seed.hex()}
    return json.dumps(told) + "\n"

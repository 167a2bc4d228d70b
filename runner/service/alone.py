"""Play one bundle as a connected bot: `python -m runner play FOLDER`, for checks."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from arena.bundles import MANIFEST, read_manifest
from arena.escapes import escape_lines, escaped
from arena.wire.address import address_for_secrets
from arena.wire.gen.bundles_pb2 import SeatLog
from arena.wire.token import read_token
from runner.service.settings import memory_for_seats
from runner.service.starting import BundleStarter, Zygotes
from runner.service.version_player import VersionPlayer
from runner.zygote.client import MemoryPool

SEATS = 16


async def play(folder: Path) -> None:
    """Play the bundle in *folder* at $ARENA_SERVER with $ARENA_TOKEN, until a signal.

    The first exception or illegal answer ends a seat, for checks. Raises `BundleError`, `AddressError`, `TokenError`,
    `UnreachableError`, `StoppedError`, `RunnerFailedError`.
    """
    manifest = read_manifest((folder / MANIFEST).read_text(encoding="utf-8"))
    addresses = [address_for_secrets(each, None) for each in os.environ.get("ARENA_SERVER", "").split(",")]
    token = read_token(os.environ.get("ARENA_TOKEN", ""))
    zygotes = Zygotes()
    memory_mib = memory_for_seats()
    seats = max(1, min(SEATS, memory_mib // manifest.memory_mib))  # offer only seats that fit into the memory
    starter = BundleStarter(folder, manifest, MemoryPool(memory_mib), zygotes, is_strict=True)
    player = VersionPlayer(addresses, token, "", manifest.variants, seats, starter, _print, _say)
    playing = asyncio.ensure_future(player.run())
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    leaving = asyncio.ensure_future(stopped.wait())
    try:
        await asyncio.wait({playing, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not playing.done():
            await player.leave()
        await playing
    finally:
        leaving.cancel()
        await zygotes.end()


def _print(log: SeatLog) -> None:
    if log.text:
        print(escape_lines(log.text.removesuffix("\n")), file=sys.stderr)
    if log.ending:
        _say(f"seat {log.seat_id:x}: {log.ending}")


def _say(line: str) -> None:
    print(escaped(line), file=sys.stderr, flush=True)

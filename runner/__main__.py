"""Run a runner: `python -m runner`; or play one bundle: `python -m runner play FOLDER`."""

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import grpc

from arena.bundles import MANIFEST, BundleError, read_manifest
from arena.escapes import clip, escape, escape_lines
from arena.logs import log_to_stderr
from arena.metrics import ALIVE, READY, in_loop, serving
from arena.settings import SettingError
from arena.wire.address import AddressError, address_for_secrets
from arena.wire.gen.bundles_pb2 import SeatLog
from arena.wire.token import TokenError, read_token
from bots.sdk.streams.stream import StoppedError, UnreachableError
from runner.confine.machine import why_not_confined
from runner.seats.seats import RunnerFailedError
from runner.service.service import Runner
from runner.service.settings import Settings, memory_for_seats
from runner.service.starting import BundleStarter, Zygotes
from runner.service.version_player import VersionPlayer
from runner.zygote.client import MemoryPool

USER_ERROR = 2
FAILED = 1
SEATS = 16  # the most seats that a played bundle offers


def main(words: Sequence[str]) -> int:
    """Run until SIGTERM; return the exit code: 0, 2 for a user's error, 1 if the runner fails."""
    try:
        if words[:1] == ["play"] and len(words) == 2:
            asyncio.run(play(Path(words[1])))
            return 0
        if words:
            raise SettingError(f"{clip(words[0])!r} is unknown: give nothing, or play FOLDER")
        if why := why_not_confined():
            raise SettingError(f"this machine cannot confine submitted bots: {why}: follow `arena doctor`")
        log_to_stderr("runner", "%(asctime)s %(message)s")
        asyncio.run(_serve(Settings.from_environment()))
    except (SettingError, BundleError, AddressError, TokenError, UnreachableError, StoppedError) as problem:
        print(escape(f"arena runner: {problem}"), file=sys.stderr)
        return USER_ERROR
    except RunnerFailedError as problem:
        print(escape(f"arena runner: {problem}"), file=sys.stderr)
        return FAILED
    except grpc.aio.AioRpcError as problem:
        print(escape(f"arena runner: {problem.details()}"), file=sys.stderr)
        return USER_ERROR
    return 0


async def _serve(settings: Settings) -> None:
    loop, runner = asyncio.get_running_loop(), Runner(settings)

    async def find_no_fault() -> str:
        return ""

    async def find_hindrance() -> str:
        return "" if runner.is_ready else "no gateway has given it work yet"

    probes = {ALIVE: in_loop(loop, find_no_fault), READY: in_loop(loop, find_hindrance)}
    with serving(settings.metrics, "runner", in_loop(loop, runner.figures), probes):
        running = asyncio.ensure_future(runner.serve())
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, running.cancel)
        with suppress(asyncio.CancelledError):
            await running


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
    print(escape(line), file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Run a runner: `python -m runner`; or play one bundle: `python -m runner play FOLDER`."""

import asyncio
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import grpc

from arena.bundles import BundleError
from arena.escapes import cut, escaped
from arena.services import log_to_stderr
from arena.settings import SettingError
from arena.wire.address import AddressError
from arena.wire.token import TokenError
from bots.sdk.streams.stream import StoppedError, UnreachableError
from runner.confine.machine import why_not_confined
from runner.seats.seats import RunnerFailedError
from runner.service.alone import play
from runner.service.service import Runner
from runner.service.settings import Settings

USER_ERROR = 2
FAILED = 1


def main(words: Sequence[str]) -> int:
    """Run until SIGTERM; return the exit code: 0, 2 for a user's error, 1 if the runner fails."""
    try:
        if words[:1] == ["play"] and len(words) == 2:
            asyncio.run(play(Path(words[1])))
            return 0
        if words:
            raise SettingError(f"{cut(words[0])!r} is unknown: give nothing, or play FOLDER")
        if why := why_not_confined():
            raise SettingError(f"this machine cannot confine submitted bots: {why}: follow `arena doctor`")
        log_to_stderr("%(asctime)s %(message)s")
        asyncio.run(_serve(Settings.from_environment()))
    except (SettingError, BundleError, AddressError, TokenError, UnreachableError, StoppedError) as problem:
        print(escaped(f"arena runner: {problem}"), file=sys.stderr)
        return USER_ERROR
    except RunnerFailedError as problem:
        print(escaped(f"arena runner: {problem}"), file=sys.stderr)
        return FAILED
    except grpc.aio.AioRpcError as problem:
        print(escaped(f"arena runner: {problem.details()}"), file=sys.stderr)
        return USER_ERROR
    return 0


async def _serve(settings: Settings) -> None:
    serving = asyncio.ensure_future(Runner(settings).serve())
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
    with suppress(asyncio.CancelledError):
        await serving


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

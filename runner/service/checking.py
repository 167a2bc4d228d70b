"""Check a bundle before it is admitted: run `bots/check` with confined seats."""

import asyncio
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from runner.zygote.runtime import KIT

WITHIN: Final = 600.0  # seconds for a whole check
LAST_WORDS: Final = 5.0  # seconds between SIGTERM and SIGKILL
LONGEST: Final = 60_000  # the most characters of a report
# Only games are checked, since the streams are the runner's own; the patience allows for a busy machine.
PLAYED: Final = ("--quick", "--games-only", "--patience", "60")


class CheckResult(NamedTuple):
    """The result of a check. *reason*: why it failed, in one line, or "". *report*: its output."""

    passed: bool
    reason: str
    report: str


async def check(folder: Path, variants: Sequence[str], memory_mib: int) -> CheckResult:
    """Check the bundle in *folder* with `bots/check`, in all its variants; *memory_mib* is for all its seats."""
    python = (sys.executable, "-P", "-m")
    options = (*PLAYED, "--variants", ",".join(variants))
    command = (*python, "bots", "check", *options, "--", *python, "runner", "play", str(folder))
    pipe = asyncio.subprocess.PIPE
    env = {"PYTHONPATH": str(KIT), "PATH": os.defpath, "ARENA_RUNNER_MEMORY": str(memory_mib)}
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=asyncio.subprocess.STDOUT, env=env
    )
    try:
        async with asyncio.timeout(WITHIN):
            printed, _ = await process.communicate()
    except TimeoutError:
        return CheckResult(False, f"its check took more than {WITHIN:.0f} s", "")
    finally:
        if process.returncode is None:
            process.terminate()
            with suppress(TimeoutError):
                async with asyncio.timeout(LAST_WORDS):
                    await process.wait()
        if process.returncode is None:
            process.kill()
            await process.wait()
    report = printed.decode(errors="replace")[-LONGEST:]
    failed = [line for line in report.splitlines() if line.startswith("FAIL")]
    if process.returncode == 0:
        return CheckResult(True, "", report)
    return CheckResult(False, failed[0] if failed else f"the check ended with {process.returncode}", report)

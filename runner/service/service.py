"""Play the versions that the arena assigns to this runner, and check new versions."""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import grpc
from prometheus_client.core import Metric

from arena.bundles import BundleError, manifest_of
from arena.metrics import gauge, gauges
from arena.wire.gen import bundles_pb2 as pb
from bots.sdk.streams.stream import StoppedError, UnreachableError
from runner.seats.seats import RunnerFailedError
from runner.service.archive import BundleFolders
from runner.service.arena_client import ArenaClient
from runner.service.settings import Settings, seats_of
from runner.service.starting import BundleStarter, Zygotes
from runner.service.version_player import VersionPlayer
from runner.zygote.client import MemoryPool
from runner.zygote.runtime import KIT

log = logging.getLogger("arena.runner")

MIB: Final = 1 << 20
LOOK: Final = 1.0  # seconds between two requests for work
CORES: Final = len(os.sched_getaffinity(0))
SEATS_OF_A_CHECK: Final = 8  # a table, with room for processes that end slowly
PAUSE: Final = 5.0  # seconds before a failed version is tried again
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


@dataclass
class AssignedVersion:
    """A version that the runner plays: its task, the *seats* that it offers, and its stream (None at first)."""

    wanted: pb.WantedBundle
    seats: int
    task: "asyncio.Task[None]"
    is_leaving: bool = False
    player: VersionPlayer | None = None


class Runner:
    """The service of one runner: call `serve`, and cancel it to stop."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._arena = ArenaClient(settings.gateways, settings.token)
        self._folders = BundleFolders(settings.folder, self._arena.archive)
        self._room = MemoryPool(settings.memory_mib)
        self._zygotes = Zygotes()
        self._versions: dict[str, AssignedVersion] = {}
        self._check: asyncio.Task[None] | None = None
        self._background: set[asyncio.Task[None]] = set()
        self.is_ready = False  # whether the arena has accepted this runner

    async def serve(self) -> None:
        """Do the arena's work until cancelled. Raises `grpc.aio.AioRpcError` if the token is refused."""
        log.info("%d MiB for seats", self._settings.memory_mib)
        try:
            while True:
                work = await self._arena.work(self._check.get_name() if self._check else "")
                self.is_ready = True
                self._assign({each.bot: each for each in work.wanted})
                if work.HasField("check"):
                    self._check = asyncio.create_task(self._run_check(work.check), name=work.check.bot)
                if not self._versions and self._check is None:
                    await self._folders.forget_old(time.time())
                await asyncio.sleep(LOOK)
        finally:
            await self._end()

    async def figures(self) -> list[Metric]:
        """Return the metrics of this runner."""
        free_mib, total_mib = self._room.free_mib, self._room.total_mib
        memory = {"used": (total_mib - free_mib) * MIB, "free": free_mib * MIB}
        players = [version.player for version in self._versions.values() if version.player]
        return [
            gauge("runner_versions", "Submitted versions that this runner plays.", len(self._versions)),
            gauge("runner_seats", "Seats that have a process here.", sum(len(player.seats) for player in players)),
            gauge("runner_checks", "Checks of submitted versions under way.", int(self._check is not None)),
            gauges("runner_memory_bytes", "Memory for seats, by whether it is reserved.", "state", memory),
        ]

    def _assign(self, wanted: dict[str, pb.WantedBundle]) -> None:
        """Play the *wanted* versions (by name, as "simple@2"), and leave the other versions."""
        memory = {bot: each.memory_mib for bot, each in wanted.items()}
        seats = seats_of(memory, self._settings.memory_mib, CORES)
        for bot in self._versions.keys() - seats.keys():
            version = self._versions[bot]
            if version.player is None:
                version.task.cancel()
            elif not version.is_leaving:
                version.is_leaving = True
                self._run_in_background(version.player.leave())
        for bot, number in seats.items():
            if bot not in self._versions:
                version = AssignedVersion(wanted[bot], number, asyncio.create_task(asyncio.sleep(0)))
                self._versions[bot] = version
                version.task = asyncio.create_task(self._play_version(version))
                version.task.add_done_callback(partial(self._drop, bot))
            elif (version := self._versions[bot]).seats != number:
                version.seats = number
                if version.player is not None:
                    version.player.offer(number)

    def _drop(self, bot: str, _task: "asyncio.Task[None]") -> None:
        self._versions.pop(bot, None)

    async def _play_version(self, version: AssignedVersion) -> None:
        wanted, bot = version.wanted, version.wanted.bot
        try:
            folder = await self._folders.folder_of(wanted.hash)
            starter = BundleStarter(folder, manifest_of(wanted.manifest), self._room, self._zygotes)
            version.player = VersionPlayer(
                self._settings.gateways,
                self._settings.token,
                bot,
                list(wanted.variants),
                version.seats,
                starter,
                partial(self._keep, bot),
                lambda line: log.info("%s", line),
            )
            await version.player.run()
            log.info("%s is no longer wanted", bot)
        except (
            StoppedError,
            UnreachableError,
            BundleError,
            RunnerFailedError,
            OSError,
            grpc.aio.AioRpcError,
        ) as problem:
            why = problem.details() if isinstance(problem, grpc.aio.AioRpcError) else problem
            log.warning("%s is not played: %s", bot, why)
            await asyncio.sleep(PAUSE)

    def _keep(self, bot: str, seat_log: pb.SeatLog) -> None:
        if seat_log.text or seat_log.ending:
            self._run_in_background(self._arena.keep(bot, seat_log))

    async def _run_check(self, wanted: pb.WantedBundle) -> None:
        log.info("checking %s", wanted.bot)
        try:
            try:
                folder = await self._folders.folder_of(wanted.hash)
                passed, reason, report = await self._check_in(folder, wanted)
            except BundleError as problem:
                passed, reason, report = False, str(problem), ""
            await self._arena.report(wanted.bot, passed, reason, report)
            log.info("%s is %s", wanted.bot, "admitted" if passed else f"refused: {reason}")
        except grpc.aio.AioRpcError as problem:
            log.warning("the check of %s is not reported: %s", wanted.bot, problem.details())
        finally:
            self._check = None

    async def _check_in(self, folder: Path, wanted: pb.WantedBundle) -> CheckResult:
        memory_mib = min(self._room.total_mib, SEATS_OF_A_CHECK * wanted.memory_mib)
        await self._room.take(memory_mib)
        try:
            return await check(folder, list(wanted.variants), memory_mib)
        finally:
            self._room.give_back(memory_mib)

    def _run_in_background(self, coroutine: Any) -> None:
        task = asyncio.create_task(coroutine)
        self._background.add(task)
        task.add_done_callback(self._log_failure)

    def _log_failure(self, task: "asyncio.Task[None]") -> None:
        self._background.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.warning("a call to the arena failed: %s", problem)

    async def _end(self) -> None:
        """End all versions and checks; other runners resume the seats."""
        tasks = [version.task for version in self._versions.values()] + ([self._check] if self._check else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await asyncio.gather(*self._background, return_exceptions=True)
        await self._zygotes.end()
        await self._arena.close()

"""Hold the versions that the arena wants, and check those that wait."""

import asyncio
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import grpc

from arena.bundles import BadBundle, Manifest, manifest_of
from arena.wire.gen import bundles_pb2 as pb
from bots.sdk.streams.stream import Stopped, Unreachable
from runner.seats.process import Told
from runner.seats.seats import RunnerFailed
from runner.service.archive import BundleFolders
from runner.service.checking import Verdict, check
from runner.service.holding import Holding
from runner.service.people import People
from runner.service.settings import Settings, seats_of
from runner.service.starting import BundleStarter, Zygotes
from runner.zygote.client import Room

log = logging.getLogger("arena.runner")

LOOK: Final = 1.0  # seconds between two looks at what there is to do
CORES: Final = len(os.sched_getaffinity(0))
SEATS_OF_A_CHECK: Final = 8  # a table, with room for what ends slowly
PAUSE: Final = 5.0  # seconds until a version that could not be held is tried again


@dataclass
class Held:
    """A version that is held: its task, and its stream once it has one."""

    wanted: pb.WantedBundle
    seats: int
    task: "asyncio.Task[None]"
    is_leaving: bool = False
    holding: Holding | None = None


class Runner:
    """One runner; `serve` until it is cancelled."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._people = People(settings.gateways, settings.token)
        self._folders = BundleFolders(settings.folder, self._people.archive)
        self._room = Room(settings.memory_mib)
        self._zygotes = Zygotes()
        self._held: dict[str, Held] = {}
        self._check: asyncio.Task[None] | None = None
        self._telling: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Look what there is to do, and do it. Raises `grpc.aio.AioRpcError` where the token is refused."""
        log.info("%d MiB for seats", self._settings.memory_mib)
        try:
            while True:
                work = await self._people.work(self._check.get_name() if self._check else "")
                self._hold({each.bot: each for each in work.wanted})
                if work.HasField("check"):
                    self._check = asyncio.create_task(self._checked(work.check), name=work.check.bot)
                if not self._held and self._check is None:
                    await self._folders.forget_old(time.time())
                await asyncio.sleep(LOOK)
        finally:
            await self._end()

    def _hold(self, wanted: dict[str, pb.WantedBundle]) -> None:
        """Hold what is wanted, and leave what is not."""
        memory = {bot: each.memory_mib for bot, each in wanted.items()}
        seats = seats_of(memory, self._settings.memory_mib, CORES)
        for bot in self._held.keys() - seats.keys():
            held = self._held[bot]
            if held.holding is None:
                held.task.cancel()
            elif not held.is_leaving:
                held.is_leaving = True
                self._tell(held.holding.leave())
        for bot, number in seats.items():
            if bot not in self._held:
                held = Held(wanted[bot], number, asyncio.create_task(asyncio.sleep(0)))
                self._held[bot] = held
                held.task = asyncio.create_task(self._keep_holding(held))
                held.task.add_done_callback(partial(self._left, bot))
            elif (held := self._held[bot]).seats != number:
                held.seats = number
                if held.holding is not None:
                    held.holding.offer(number)

    def _left(self, bot: str, _task: "asyncio.Task[None]") -> None:
        self._held.pop(bot, None)

    async def _keep_holding(self, held: Held) -> None:
        """Hold a version until it is wanted no more, over whatever breaks."""
        bot = held.wanted.bot
        try:
            folder = await self._folders.folder_of(held.wanted.hash)
            manifest = manifest_of(held.wanted.manifest)
            held.holding = self._holding(held, manifest, folder)
            await held.holding.run()
            log.info("%s is wanted no more", bot)
        except (Stopped, Unreachable, BadBundle, RunnerFailed, OSError) as problem:
            log.warning("%s is not held: %s", bot, problem)
            await asyncio.sleep(PAUSE)
        except grpc.aio.AioRpcError as problem:
            log.warning("%s is not held: %s", bot, problem.details())
            await asyncio.sleep(PAUSE)

    def _holding(self, held: Held, manifest: Manifest, folder: Path) -> Holding:
        bot = held.wanted.bot
        return Holding(
            self._settings.gateways,
            self._settings.token,
            bot,
            list(held.wanted.variants),
            held.seats,
            BundleStarter(folder, manifest, self._room, self._zygotes),
            lambda told: self._tell(self._keep(bot, told)),
            lambda line: log.info("%s", line),
        )

    async def _keep(self, bot: str, told: Told) -> None:
        """Bring a seat's log where there is something in it."""
        if told.text or told.ending:
            await self._people.keep(bot, told)

    async def _checked(self, wanted: pb.WantedBundle) -> None:
        """Check a version, and report."""
        log.info("checking %s", wanted.bot)
        try:
            try:
                folder = await self._folders.folder_of(wanted.hash)
                passed, reason, report = await self._check_in(folder, wanted)
            except BadBundle as problem:
                passed, reason, report = False, str(problem), ""
            await self._people.report(wanted.bot, passed, reason, report)
            log.info("%s is %s", wanted.bot, "admitted" if passed else f"refused: {reason}")
        except grpc.aio.AioRpcError as problem:
            log.warning("the check of %s is not told: %s", wanted.bot, problem.details())
        finally:
            self._check = None

    async def _check_in(self, folder: Path, wanted: pb.WantedBundle) -> Verdict:
        """Play a check, with memory put aside for its seats."""
        memory_mib = min(self._room.total_mib, SEATS_OF_A_CHECK * wanted.memory_mib)
        await self._room.take(memory_mib)
        try:
            return await check(folder, list(wanted.variants), memory_mib)
        finally:
            self._room.give_back(memory_mib)

    def _tell(self, coroutine: Any) -> None:
        """Do something beside; what fails is logged."""
        task = asyncio.create_task(coroutine)
        self._telling.add(task)
        task.add_done_callback(self._told)

    def _told(self, task: "asyncio.Task[None]") -> None:
        self._telling.discard(task)
        if not task.cancelled() and (problem := task.exception()):
            log.warning("not told: %s", problem)

    async def _end(self) -> None:
        """End all of it; other runners resume the seats."""
        tasks = [held.task for held in self._held.values()] + ([self._check] if self._check else [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await asyncio.gather(*self._telling, return_exceptions=True)
        await self._zygotes.end()
        await self._people.close()

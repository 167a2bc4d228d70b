"""Control a zygote and its seats from the runner."""

import asyncio
import os
import signal
import socket
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Final

from runner.seats.process import CannotStartError, Ending
from runner.zygote.log import SeatLog
from runner.zygote.messages import LARGEST, Ended, Start, Started, Stop, decode, encode
from runner.zygote.runtime import KIT
from runner.zygote.watching import CPU, MEMORY

SHARE: Final = 0.8  # share of the memory free at the runner's start that seats may use


class MemoryPool:
    """The memory for all seats together, in MiB, reserved first come, first served."""

    def __init__(self, total_mib: int) -> None:
        self.total_mib = self.free_mib = total_mib
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, mib: int) -> None:
        """Wait until *mib* MiB are free, and reserve them."""
        if not self._waiting and mib <= self.free_mib:
            self.free_mib -= mib
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((mib, turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give_back(mib)
            raise

    def give_back(self, mib: int) -> None:
        """Free *mib* MiB, and serve the seats that wait."""
        self.free_mib += mib
        while self._waiting and (self._waiting[0][1].done() or self._waiting[0][0] <= self.free_mib):
            wanted, turn = self._waiting.popleft()
            if not turn.done():
                self.free_mib -= wanted
                turn.set_result(None)


def free_memory_mib(meminfo: Path = Path("/proc/meminfo")) -> int:
    """Return how many MiB seats may use: `SHARE` of the free memory. *meminfo*: a file as /proc/meminfo."""
    for line in meminfo.read_text().splitlines():
        if line.startswith("MemAvailable:"):
            return int(int(line.split()[1]) / 1024 * SHARE)
    raise RuntimeError(f"{meminfo} has no MemAvailable")


WHY = {MEMORY: "it used more memory than it asked for", CPU: "it used all the CPU time that a seat has"}
BASE = "arena-seat-"  # Prefix of the temporary folders in which seats build their roots.
RUNNING = "R"  # State in proc_pid_stat(5): running, or waiting for a core.
PATIENCE = 10.0  # Seconds that a zygote may take to end its seats.
LOST = Ending("the process that seats are forked from has ended", is_ours=True)


class SeatProcess:
    """A confined process that plays one seat (implements `runner.seats.process.Process`)."""

    def __init__(self, zygote: "Zygote", asked: Start, log: SeatLog) -> None:
        self.log = log
        self.number = asked.number
        self.started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.memory_kib = 0
        self._ended: asyncio.Future[Ending] = asyncio.get_running_loop().create_future()
        self._zygote = zygote
        self._id = asked.id
        self.pid = 0
        self._cpu_us = 0

    def cpu_us(self) -> int:
        """Return the CPU time of all threads of the process together, in microseconds."""
        if not self._ended.done() and self.pid:
            with suppress(OSError):
                clock = (~self.pid << 3) | 2  # CPUCLOCK_SCHED of linux/posix-timers.h
                self._cpu_us = time.clock_gettime_ns(clock) // 1000
        return self._cpu_us

    def is_asleep(self) -> bool:
        """Return whether all threads of the process sleep: no thread runs or waits for a core."""
        if self._ended.done() or not self.pid:
            return False
        try:
            states = [_state(thread) for thread in Path(f"/proc/{self.pid}/task").iterdir()]
        except OSError:  # it is ending
            return False
        return RUNNING not in states

    async def ended(self) -> Ending:
        """Wait for the end of the process, and return its reason."""
        return await asyncio.shield(self._ended)

    def when_ended(self, call: Callable[[], None]) -> None:
        """Call *call*, without arguments, when the process ends."""
        self._ended.add_done_callback(lambda _: call())

    @property
    def text(self) -> str:
        """The output of the process; the middle of a long output is left out."""
        return self.log.text

    def stop(self) -> None:
        """End the process at once."""
        if not self._ended.done():
            self._zygote.tell(Stop(self._id))

    def note_start(self, pid: int) -> None:
        """Note that the process is confined and has the id *pid*."""
        self.pid = pid
        if not self.started.done():
            self.started.set_result(None)

    def note_end(self, ended: Ended | None) -> None:
        """Note the end of the process; *ended* is None if the zygote is gone."""
        self.log.close()
        if ended is None:
            ending = LOST
        elif ended.failed:
            ending = Ending(f"this machine cannot confine it: {ended.failed}", is_ours=True)
        else:
            ending = Ending(_explain_end(ended))
            self._cpu_us, self.memory_kib = ended.cpu_us, ended.memory_kib
        if not self.started.done():
            self.started.set_exception(CannotStartError(ending.why, None if ending.is_ours else self))
        if not self._ended.done():
            self._ended.set_result(ending)


class Zygote:
    """The runner's connection to one zygote: *line* is its socket, *base* an empty folder."""

    def __init__(self, line: socket.socket, process: asyncio.subprocess.Process, base: str) -> None:
        self._line = line
        self._process = process
        self._base = base
        self._seats: dict[int, SeatProcess] = {}
        self._ids = count(1)
        self.is_gone = False
        line.setblocking(False)
        asyncio.get_running_loop().add_reader(line, self._receive)

    @classmethod
    async def begin(cls, libraries: Sequence[str] = ()) -> "Zygote":
        """Start a zygote that imports *libraries*. Its environment has only the path of the arena's modules."""
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        _remove_stale_folders()
        base = tempfile.mkdtemp(prefix=f"{BASE}{os.getpid()}-")
        command = (sys.executable, "-P", "-m", "runner.zygote", str(there.fileno()), base, *libraries)
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[there.fileno()],
            env={"PYTHONPATH": str(KIT)},
        )
        there.close()
        return cls(here, process, base)

    @property
    def pid(self) -> int:
        """The process id of the zygote."""
        return self._process.pid

    async def start(self, asked: Start, channel: socket.socket) -> SeatProcess:
        """Start a seat with *channel*, and wait until it is confined. Raises `CannotStartError`.

        The id and the number in *asked* are replaced.
        """
        taken = {seat.number for seat in self._seats.values()}
        number = next(number for number in count() if number not in taken)
        chosen = replace(asked, id=next(self._ids), number=number)
        heard, log = os.pipe()
        seat = self._seats[chosen.id] = SeatProcess(self, chosen, SeatLog(heard))
        try:
            if self.is_gone:
                raise BrokenPipeError
            socket.send_fds(self._line, [encode(chosen)], [channel.fileno(), log])
        except (BrokenPipeError, ConnectionError):
            self._seats.pop(chosen.id).note_end(None)
        finally:
            os.close(log)
        try:
            await asyncio.shield(seat.started)
        except asyncio.CancelledError:
            seat.stop()  # the caller gets no reference to the seat
            raise
        return seat

    def tell(self, message: Stop) -> None:
        """Send *message*, unless the zygote and its seats are gone."""
        with suppress(OSError):
            self._line.send(encode(message))

    async def end(self) -> None:
        """End the zygote and all its seats."""
        self._lose()
        try:
            await asyncio.wait_for(self._process.wait(), PATIENCE)
        except TimeoutError:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def _receive(self) -> None:
        while True:
            try:
                data = self._line.recv(LARGEST)
            except BlockingIOError:
                return
            except ConnectionError:
                data = b""
            if not data:
                self._lose()
                return
            message = decode(data)
            if isinstance(message, Started) and message.id in self._seats:
                self._seats[message.id].note_start(message.pid)
            elif isinstance(message, Ended) and message.id in self._seats:
                self._seats.pop(message.id).note_end(message)

    def _lose(self) -> None:
        if self.is_gone:
            return
        self.is_gone = True
        asyncio.get_running_loop().remove_reader(self._line)
        self._line.close()
        for seat in self._seats.values():
            seat.note_end(None)
        self._seats.clear()
        with suppress(OSError):
            Path(self._base).rmdir()


def _state(thread: Path) -> str:
    """Return a thread's state from proc_pid_stat(5): the letter after its name in parentheses."""
    return (thread / "stat").read_text().rpartition(") ")[2][:1]


def _remove_stale_folders() -> None:
    for base in Path(tempfile.gettempdir()).glob(f"{BASE}*"):
        pid = base.name.removeprefix(BASE).partition("-")[0]
        if not (pid.isdecimal() and Path(f"/proc/{pid}").exists()):
            with suppress(OSError):  # the folder belongs to another user, or is not empty
                base.rmdir()


def _explain_end(ended: Ended) -> str:
    if ended.over:
        return WHY[ended.over]
    if not os.WIFSIGNALED(ended.status):
        return f"it ended by itself, with exit code {os.WEXITSTATUS(ended.status)}"
    number = os.WTERMSIG(ended.status)
    if number == signal.SIGKILL:
        return "it was killed"
    return f"it was ended by the signal {signal.strsignal(number) or number}"

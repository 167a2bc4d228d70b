"""The bots of a load, in a few processes, and their counts."""

import json
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Final

from tests.compiled import compiled_core
from tools.bench.processes import ROOT, command, environment
from tools.load.fleet import table_of

PROCESSES: Final = 2  # for all bots except the probes, which have their own


@dataclass
class BotCounts:
    """The bots' counts in some seconds."""

    seconds: float
    counts: Counter[str] = field(default_factory=Counter)
    shares: list[int] = field(default_factory=list)  # microseconds, sorted

    @property
    def decisions(self) -> float:
        """Decisions a second."""
        return self.counts["decisions"] / self.seconds

    def share(self, quantile: float) -> float:
        """Return a quantile of the arena's own share, in milliseconds; 0 without shares."""
        place = min(int(quantile * len(self.shares)), len(self.shares) - 1)
        return self.shares[place] / 1000 if self.shares else 0.0


class Crowd:
    """Bots by name, connected while the block runs: each offers *seats*, and thinks *pace* times as long."""

    def __init__(self, arena: str, names: Sequence[str], seats: int, pace: float, seed: int) -> None:
        probes = [name for name in names if table_of(name)]
        others = [name for name in names if not table_of(name)]
        parts = [probes, *(others[first::PROCESSES] for first in range(PROCESSES))]
        self._parts = [part for part in parts if part]
        self._words = ("tools.load.fleet", arena, str(pace), str(seed), str(seats))
        self._turn = threading.Lock()
        self._taken = BotCounts(0.0)
        self._since = time.monotonic()
        self._processes: list[subprocess.Popen[str]] = []
        self._connected: dict[int, int] = {}
        self._welcomed: dict[int, tuple[float, float]] = {}

    def __enter__(self) -> "Crowd":
        for number, part in enumerate(self._parts):
            process = subprocess.Popen(
                command(*self._words),
                env=environment(compiled_core()),
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl-C stops only this process
            )
            self._processes.append(process)
            assert process.stdin
            process.stdin.write("\n".join(part))
            process.stdin.close()
            threading.Thread(target=self._read, args=(number, process), daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            process.wait()

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [process.pid for process in self._processes]

    def connected(self) -> int:
        """Return how many bots have a stream, as of a second ago; raise if a process has ended."""
        ended = [process.returncode for process in self._processes if process.poll() is not None]
        if ended:
            raise RuntimeError(f"a process of bots ended with exit code {ended[0]}: its traceback is above")
        return sum(self._connected.values())

    def welcomed(self) -> tuple[float, float]:
        """Return since when all bots have been welcomed, and when the last was (`time.monotonic`)."""
        self.connected()
        first, last = zip(*self._welcomed.values(), strict=True)
        return min(first), max(last)

    def take(self) -> BotCounts:
        """Return the counts since the last call."""
        self.connected()
        with self._turn:
            taken, self._taken = self._taken, BotCounts(0.0)
        now = time.monotonic()
        taken.seconds, self._since = now - self._since, now
        taken.shares.sort()
        return taken

    def _read(self, number: int, process: "subprocess.Popen[str]") -> None:
        assert process.stdout
        for line in process.stdout:
            said = json.loads(line)
            with self._turn:
                self._connected[number] = said.pop("connected")
                self._welcomed[number] = tuple(said.pop("welcomed"))
                self._taken.shares += said.pop("shares")
                self._taken.counts.update(said)

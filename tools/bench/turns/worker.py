"""Run the worker's service on a simulated block: `python -m tools.bench.turns.worker GATEWAY TABLES SECONDS PID PID`.

Prints one JSON object: decisions per second, microseconds of CPU per decision (of this process and the others), and
rows per batch. With one table it also has the arena's own share of a turn (microseconds, p50 and p99).
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from arena.play import Lost, Question, Reply
from arena.rules import COMPILED
from arena.services import tune_garbage_collector
from arena.wire.columns.frame import ACTION_BYTES
from arena.wire.gen import link_pb2
from arena.wire.loops import new_loop
from tests.gateway.clients import SECRET
from tools.bench.turns.store import NoStore, OneLongBlock
from workers.link.batch_queues import BatchQueues
from workers.play.remote_seat import RemoteSeat
from workers.process.service import Service
from workers.process.settings import Settings


class Watch:
    """Times turns at one table, from question to question, less the bot's time (link.proto, Answered)."""

    def __init__(self) -> None:
        self.shares: list[int] = []
        self._began = 0
        self._bot_us = 0
        ask = RemoteSeat.ask

        async def timed(seat: RemoteSeat, question: Question) -> Reply:
            now = time.perf_counter_ns()
            if self._began:
                self.shares.append((now - self._began) // 1000 - self._bot_us)
            self._began = now
            reply = await ask(seat, question)
            assert not isinstance(reply, Lost)
            self._bot_us = reply.think_us + reply.net_us
            return reply

        RemoteSeat.ask = timed  # type: ignore[assignment,method-assign]

    def at(self, share: float) -> int:
        """Return the *share* quantile; the first quarter warms up."""
        counted = sorted(self.shares[len(self.shares) // 4 :])
        return counted[int(share * len(counted))]


class Batches:
    """Counts decisions that are answered in columns."""

    def __init__(self) -> None:
        self.rows: list[int] = []
        answered = BatchQueues.answered

        def counted(lanes: BatchQueues, message: link_pb2.ColumnsAnswered) -> None:
            self.rows.append(len(message.actions) // ACTION_BYTES)
            answered(lanes, message)

        BatchQueues.answered = counted  # type: ignore[assignment,method-assign]

    def mean(self) -> float:
        """Rows per batch; the first quarter warms up."""
        counted = self.rows[len(self.rows) // 4 :]
        return sum(counted) / len(counted) if counted else 0.0


def cpu_of(pids: Sequence[str]) -> list[float]:
    """Return CPU seconds of this process and of *pids* (without /proc: of this one)."""
    stats = [Path(f"/proc/{pid}/stat") for pid in pids]
    fields = [stat.read_text().rpartition(")")[2].split() for stat in stats if stat.exists()]
    return [time.process_time(), *((int(each[11]) + int(each[12])) / os.sysconf("SC_CLK_TCK") for each in fields)]


def megabytes_of(pids: Sequence[str]) -> list[float]:
    """Return the peak memory of this process and of *pids*, in MB; nothing without /proc."""
    statuses = [path for pid in ("self", *pids) if (path := Path(f"/proc/{pid}/status")).exists()]
    peaks = [line.split()[1] for path in statuses for line in path.read_text().splitlines() if line.startswith("VmHWM")]
    return [int(kib) / 1000 for kib in peaks]


async def play(gateway: str, tables: int, seconds: float, pids: Sequence[str]) -> dict[str, object]:
    """Play for *seconds* from the first journal on; return the measurements."""
    tune_garbage_collector()
    watch = Watch() if tables == 1 else None
    batches = Batches()
    block = OneLongBlock(gateway, tables, seconds, partial(cpu_of, pids))
    service = Service.over(Settings("", SECRET, 10.0, "bench"), NoStore(block), lambda count, families: None)
    enough = asyncio.create_task(block.enough.wait())
    while not enough.done():  # a block is given back if the bot has not connected yet
        playing = asyncio.create_task(service.play_block())
        await asyncio.wait({playing, enough}, return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            await playing
    figures: dict[str, object] = {"decisions": block.decisions_per_second, "compiled": COMPILED}
    figures |= {"cpu us": block.cpu_us, "megabytes": megabytes_of(pids), "rows a batch": batches.mean()}
    if watch:
        figures |= {"share p50": watch.at(0.5), "share p99": watch.at(0.99)}
    return figures


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=new_loop) as runner:
        print(json.dumps(runner.run(play(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), sys.argv[4:]))), flush=True)

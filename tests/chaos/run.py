"""Do the faults of a schedule to a house, and tell what came of it."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import psycopg

from tests.chaos.schedule import Fault
from tests.house import House

TOGETHER: Final = 3.0  # seconds between the loss of a worker and of a gateway, in which neither could write
MEMORY: Final = 60.0  # seconds after which a fault has nothing to do with a void any more


@dataclass(frozen=True)
class Done:
    """A fault that was done: from when to when, and how long it then took until play went on, in seconds."""

    fault: Fault
    began: float
    ended: float
    recovery: float


@dataclass(frozen=True)
class Void:
    """A board that was voided, and the faults of the minute before."""

    board: int
    reason: str
    before: Sequence[Done]

    @property
    def is_explained(self) -> bool:
        """Whether a worker and a gateway were lost within `TOGETHER`, or both while Postgres was away."""
        workers, gateways, away = (
            [done for done in self.before if done.fault.part == part] for part in ("worker", "gateway", "postgres")
        )
        return any(
            _meet(worker, gateway) or any(_meet(worker, each) and _meet(gateway, each) for each in away)
            for worker in workers
            for gateway in gateways
        )


def _meet(one: Done, other: Done) -> bool:
    """Return whether two losses lie within `TOGETHER`; Postgres is away until play goes on."""
    ends = [each.ended + (each.recovery if each.fault.part == "postgres" else 0) for each in (one, other)]
    return one.began - TOGETHER < ends[1] and other.began - TOGETHER < ends[0]


def run(house: House, schedule: Sequence[Fault], tell: Callable[[str], None]) -> list[Done]:
    """Do all faults of *schedule*, each after play went on from the one before."""
    done: list[Done] = []
    for number, fault in enumerate(schedule, 1):
        time.sleep(fault.wait)
        began = time.time()
        _do(house, fault)
        ended = time.time()
        house.wait_until_played_on(moments=5)
        done.append(Done(fault, began, ended, time.time() - ended))
        tell(f"{number} of {len(schedule)}: {fault}; play went on after {done[-1].recovery:.1f} s")
    return done


def voids(house: House, done: Sequence[Done]) -> list[Void]:
    """Return the boards that were voided."""
    with psycopg.connect(house.arena.dsn) as connection:
        query = "SELECT board_id, reason, extract(epoch FROM voided)::float FROM voids ORDER BY voided"
        rows: list[Any] = connection.execute(query).fetchall()
    return [
        Void(board, reason, [each for each in done if each.began <= at <= each.ended + MEMORY])
        for board, reason, at in rows
    ]


def _do(house: House, fault: Fault) -> None:
    if fault.part == "bot":
        bot = house.names[fault.which % len(house.names)]
        house.kill_bot(bot)
        house.start_bot(bot)
    elif fault.kind == "flush":
        house.flush_redis()
    elif fault.kind == "terminate":
        with psycopg.connect(house.arena.dsn, autocommit=True) as connection:
            connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    elif fault.kind == "kill":
        house.kill(_name(house, fault))
    else:
        _stop(house.arena.pid_of(_name(house, fault)), fault.stopped)


def _stop(pid: int, seconds: float) -> None:
    os.kill(pid, signal.SIGSTOP)
    try:
        time.sleep(seconds)
    finally:
        os.kill(pid, signal.SIGCONT)


def _name(house: House, fault: Fault) -> str:
    """Return the child's name of the part that is meant."""
    if fault.part == "worker":
        return f"worker-{1 + fault.which % house.workers}"
    if fault.part == "gateway" and (number := fault.which % len(house.arena.gateways)):
        return f"gateway-{number + 1}"
    return fault.part

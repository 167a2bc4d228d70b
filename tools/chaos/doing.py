"""Inflict each kind of fault on a house."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import psycopg
import redis

from tests.gateway.bad_line import Weather
from tests.local.processes import children_of, hung
from tools.chaos.broken import CALM, CLOSED_CUP, Broken
from tools.chaos.disk import fill_bytes, fill_inodes
from tools.chaos.schedule import Fault

SLOW: Final = Weather(delay=(0.02, 0.15))
CHILDREN: Final = {"valkey": "valkey", "postgres": "postgres", "page": "web", "runner": "runner"}
TERMINATE: Final = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE pid <> pg_backend_pid() AND backend_type IN ('client backend', 'walsender')"
)


def do(house: Broken, fault: Fault) -> None:
    """Inflict *fault*; return at its end."""
    if fault.part in house.roads:
        _break_lines(house, fault)
    else:
        DOES[fault.kind](house, fault)


def _kill(house: Broken, fault: Fault) -> None:
    if fault.part == "bot":
        bot = _bot(house, fault)
        house.kill_bot(bot)
        house.start_bot(bot)
    elif fault.part == "supervisor":
        house.arena.supervisor.kill()  # its children end too
        house.arena.supervisor.wait()
    else:
        _signal(house, fault, signal.SIGKILL)


def _stop(house: Broken, fault: Fault) -> None:
    if fault.part == "postgres":  # with its backends, which would answer open connections
        with hung(pid_of(house, fault)):
            time.sleep(fault.lasts)
        return
    pid = _signal(house, fault, signal.SIGSTOP)
    try:
        time.sleep(fault.lasts)
    finally:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def _signal(house: Broken, fault: Fault, number: signal.Signals) -> int:
    """Signal the target process; return its id. If it has just ended, take the next one."""
    while True:
        pid = pid_of(house, fault)
        with suppress(ProcessLookupError):
            os.kill(pid, number)
            return pid


def _fill(house: Broken, fault: Fault) -> None:
    if fault.part == "disk":
        fill_bytes(house.arena.state.folder, fault.lasts)
    elif fault.part == "inodes":
        fill_inodes(house.arena.state.folder, fault.lasts)
    else:
        with redis.Redis.from_url(house.arena.redis_url) as client:
            client.config_set("maxmemory", 1)
            time.sleep(fault.lasts)
            client.config_set("maxmemory", 0)


def _terminate(house: Broken, _: Fault) -> None:
    with psycopg.connect(house.arena.dsn, autocommit=True) as connection:
        connection.execute(TERMINATE)


def _fail_over(house: Broken, _: Fault) -> None:
    assert house.pair
    house.pair.fail_over()


def _break_lines(house: Broken, fault: Fault) -> None:
    for line in house.roads[fault.part]:
        match fault.kind:
            case "cut":
                line.cut()
            case "halve":
                line.cut(after=1 + fault.which)
            case "hold":
                line.hold()
            case "slow":
                line.weather = SLOW
    time.sleep(fault.lasts)
    for line in house.roads[fault.part]:
        line.release()
        line.weather = CALM


DOES: Final[dict[str, Callable[[Broken, Fault], None]]] = {
    "kill": _kill,
    "stop": _stop,
    "flush": lambda house, _: house.flush_redis(),
    "fill": _fill,
    "terminate": _terminate,
    "fail over": _fail_over,
}


def pid_of(house: Broken, fault: Fault) -> int:
    """Return the target process; wait for a seat that does not exist yet."""
    match fault.part:
        case "bot":
            return house.bots[_bot(house, fault)].pid
        case "supervisor":
            return house.arena.supervisor.pid
        case "worker":
            return house.arena.pid_of(f"worker-{1 + fault.which % house.workers}")
        case "gateway":
            number = fault.which % len(house.arena.gateways)
            return house.arena.pid_of(f"gateway-{number + 1}" if number else "gateway")
        case "zygote" | "seat":
            return _find_confined(house, fault)
    return house.arena.pid_of(CHILDREN[fault.part])


def _find_confined(house: Broken, fault: Fault) -> int:
    while True:
        children = children_of(house.arena.pid_of("runner"))
        if fault.part == "seat":
            waiting = [pid for zygote in children for pid in children_of(zygote)]
            children = {seat for pid in waiting for seat in children_of(pid)}
        if children:
            return sorted(children)[fault.which % len(children)]
        house.keep_going(CLOSED_CUP)
        time.sleep(0.02)


def _bot(house: Broken, fault: Fault) -> str:
    return house.names[fault.which % len(house.names)]

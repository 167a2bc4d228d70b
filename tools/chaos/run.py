"""Inflict the faults of a schedule on a house, each after play has recovered from the previous one."""

import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import psycopg

from tools.chaos.broken import CLOSED_CUP, OPEN_CUP, Broken
from tools.chaos.doing import do
from tools.chaos.kept import InflictedFault, RunAccount
from tools.chaos.schedule import Fault

MOMENTS: Final = 5  # pieces of journals
LOOK: Final = 0.05  # seconds
PIECES: Final = (
    "SELECT j.id FROM journal j JOIN boards b ON b.id = j.board_id"
    " JOIN tournaments t ON t.id = b.tournament_id WHERE t.name = %s AND j.id > %s"
)


def run(house: Broken, schedule: Sequence[Fault], kept: RunAccount, tell: Callable[[str], None]) -> None:
    """Inflict the faults of *schedule* that *kept* does not have yet."""
    began = time.monotonic()
    todo = schedule[kept.faults_done :]
    for number, fault in enumerate(todo, 1):
        time.sleep(fault.wait)
        done = inflict(house, fault)
        kept.add(done)
        left = (time.monotonic() - began) / number * (len(todo) - number)
        tell(
            f"{kept.faults_done} of {len(schedule)}: {fault}; back after {done.recovery:.1f} s;"
            f" {left / 60:.0f} min left"
        )


def inflict(house: Broken, fault: Fault) -> InflictedFault:
    """Inflict one fault; wait until its target has recovered."""
    began = time.time()
    do(house, fault)
    ended = time.time()
    wait_until_back(house, fault)
    recovery = time.time() - ended
    if house.pair:
        house.pair.complete()
    return InflictedFault(fault, began, ended, recovery)


def wait_until_back(house: Broken, fault: Fault) -> None:
    """Wait until play continues; after a fault of runner or page until those serve."""
    if house.arena.supervisor.poll() is not None:
        house.arena.start()
    if fault.part == "page":
        while not _answers(house.arena.page):
            time.sleep(LOOK)
    elif fault.part in ("runner", "zygote", "seat"):
        wait_until_played_on(house, CLOSED_CUP)
    else:
        wait_until_played_on(house, OPEN_CUP)


def wait_until_played_on(house: Broken, cup: str) -> None:
    """Wait for `MOMENTS` more journal entries of a tournament; extend it if it ends too soon."""
    first = _pieces(house, cup, 0)
    latest, seen = max(first, default=0), set[int]()
    while len(seen) < MOMENTS:
        house.keep_going(cup)
        seen |= _pieces(house, cup, latest)
        time.sleep(LOOK)


def _pieces(house: Broken, cup: str, after: int) -> set[int]:
    while True:
        with suppress(psycopg.OperationalError), psycopg.connect(house.arena.dsn) as connection:
            return {row[0] for row in connection.execute(PIECES, (cup, after)).fetchall()}
        time.sleep(LOOK)


def _answers(page: str) -> bool:
    try:
        with urllib.request.urlopen(page, timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False

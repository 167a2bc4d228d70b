"""Measure the cost of the pool "closed": the same house bots confined, and as permanent processes."""

import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from arena.rules import find
from bots.new.writing import write_project
from tests import ask
from tests.house import House, open_house
from tests.runner.closed import closed_house
from tools.bench.sizes import CLOSED_BOARDS, ROUNDS

VARIANT: Final = "spades-4"
HOUSE: Final = "simple"
SEATS: Final = find(VARIANT).seats
STARTED: Final = CLOSED_BOARDS * SEATS * SEATS  # seats that a closed tournament starts: as many games a board as seats


@dataclass
class PoolDurations:
    """Seconds for `CLOSED_BOARDS` boards in the rated format, by round."""

    closed: list[float] = field(default_factory=list)
    staying: list[float] = field(default_factory=list)


def measure() -> PoolDurations:
    """Alternate between both kinds, with two workers each."""
    took = PoolDurations()
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as parent:
            bots = {f"bot-{number}": Path(parent) / f"bot-{number}" for number in range(SEATS)}
            for folder in bots.values():
                write_project(folder, HOUSE, [VARIANT])
            with closed_house(bots) as house:
                took.closed.append(_seconds(house, list(bots), "closed"))
        with open_house(kit=HOUSE) as house:
            took.staying.append(_seconds(house, house.names, "trust"))
    return took


def _seconds(house: House, bots: list[str], pool: str) -> float:
    began = time.monotonic()
    variants = [ask.variant(VARIANT)]
    house.start(
        ask.tournament("cup", variants, bots, CLOSED_BOARDS, allow_same_owner=True, pool=pool, test_seed="a seed")
    )
    house.wait_until_finished()
    return time.monotonic() - began


def show(took: PoolDurations, started: float) -> None:
    """Print the table; *started*: seats started and ended per second."""
    closed, staying = median(took.closed), median(took.staying)
    rounds = ", ".join(f"{each:.1f}" for each in took.closed)
    print(f"{CLOSED_BOARDS} boards of {VARIANT} between four `{HOUSE}`, {STARTED} seats started")
    print(f"  closed                        {closed:6.1f} s  ({rounds})")
    print(f"  of bots that stay             {closed / staying:6.1f} x  ({staying:.1f} s, on trust)")
    print(f"  for starting and ending seats {STARTED / started / closed:6.0%}  of the time, at {started:.0f} a second")

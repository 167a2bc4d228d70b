"""Compute the capacity of many machines from one measured machine: `python -m tools.bench.scaling`.

It prints the tables of docs/explanation/scaling.md from build/turns.json and build/scale.json; `make bench` prints them
from its own figures.
"""

import json
import sys
from statistics import median
from typing import Any, Final

from tools.bench.processes import ROOT
from tools.bench.scale.season import DECISIONS, SEATS

READ: Final = ("turns.json", "scale.json")
BOARD: Final = SEATS * DECISIONS  # all decisions on a board of spades-4 in the rated format
WAYS: Final = (("rows", "128"), ("columns", "2048"))  # tables
PARTS: Final = ("worker", "gateway", "bot")
WORKERS: Final = 2  # per worker machine, each with a core
MACHINES: Final = (1, 10, 100)
WIDTHS: Final = (16, 18, 14, 18)

NOTES: Final = f"""
A board is {SEATS} games of 4 hands of spades-4, {BOARD} decisions, all of them asked; bots answer at once. A worker
machine has {WORKERS} workers, each with a core. It is arithmetic: nobody has run so many machines."""


def show(turns: list[dict[str, Any]], scale: dict[str, Any]) -> None:
    """Print unit costs, then boards per second of a core and of machines."""
    costs = {way: _cpu(turns, way, tables) for way, tables in WAYS}
    line("unit costs", "", "  the figure it is")
    for way, tables in WAYS:
        for part, cost in zip(PARTS, costs[way], strict=True):
            line(f"{part}, a decision in {way}", f"{cost:.2f} us", f"  turns: CPU, {way}, {int(tables):,} tables")
    for name, writing in scale["writing"].items():
        cost = 1000 / writing["boards stored a second"]
        line("a board claimed and stored", f"{cost:.2f} ms", f"  scale: a board made and stored, {name}")
    line("a board rated", f"{1e6 * scale['rebuild s'] / scale['boards']:.1f} us", "  scale: Elo, all rated again")
    line("a board kept", f"{sum(scale['bytes a board'].values()):,.0f} bytes", "  scale: bytes a board")
    stored = scale["writing"]["few"]["boards stored a second"]
    print()
    line("boards a second", *(f"in {way}" for way, _ in WAYS))
    for number, part in enumerate(PARTS):
        line(f"{part}, a core", *(f"{a_core(costs[way][number]):,.0f}" for way, _ in WAYS))
    line("Postgres, few", *(f"{stored:,.0f}" for _ in WAYS))
    for way, _ in WAYS:
        print()
        line(f"worker machines, in {way}", "boards a second", "gateway cores", "bot cores", "Postgres busy")
        for machines in MACHINES:
            line(f"{machines:>15}", *_beside(machines, costs[way], stored))
    print(NOTES)


def a_core(cost: float) -> float:
    """Return boards per second of a core at *cost* microseconds a decision."""
    return 1e6 / (BOARD * cost)


def _cpu(turns: list[dict[str, Any]], way: str, tables: str) -> list[float]:
    """Return microseconds a decision of each part, the median of the rounds."""
    return [median(part) for part in zip(*(each[way][tables]["cpu us"] for each in turns), strict=True)]


def _beside(machines: int, costs: list[float], stored: float) -> list[str]:
    """Return boards per second of *machines*, and the cores they need; Postgres stores *stored* boards per second."""
    worker, *others = (a_core(cost) for cost in costs)
    played = min(WORKERS * machines * worker, stored)
    return [f"{played:,.0f}", *(f"{played / each:.1f}" for each in others), f"{played / stored:.0%}"]


def line(name: str, *cells: str) -> None:
    """Print one line."""
    print(f"{name:<32}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=False)))


def main() -> None:
    """Print the tables from the figures in build/."""
    paths = [ROOT / "build" / name for name in READ]
    missing = [str(path.relative_to(ROOT)) for path in paths if not path.exists()]
    if missing:
        sys.exit(f"measure first (the head of tools/bench/scaling.py says how): there is no {' and no '.join(missing)}")
    turns, scale = (json.loads(path.read_text()) for path in paths)
    show(turns, scale)


if __name__ == "__main__":
    main()

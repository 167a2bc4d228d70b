"""Compare learning environments with their peers: `python -m tools.bench.environments`, also part of `make bench`.

Each figure is the median of several rounds of all loops, in steps per second of CPU time.
"""

from statistics import median
from typing import Final

from tests.compiled import compiled_core
from tools.bench.machine import machine
from tools.bench.processes import run
from tools.bench.sizes import LOOPS, ROUNDS, SECONDS

PEER: Final = "openspiel"
DECISIONS: Final = 56  # per hand of OpenSpiel's spades, without chance nodes: 4 bids and 52 plays
NAMES: Final = {
    PEER: "OpenSpiel's spades, its Python loop",
    "bridge": "RLCard's bridge",
    "hanabi": "PettingZoo's hanabi",
    "columns": "VectorTables, 512 of spades-4",
    "gymnasium": "  by Gymnasium, the learner's steps",
    "pettingzoo": "  by PettingZoo, one table",
}


def measure() -> dict[str, list[float]]:
    """Return each loop's steps a second, round by round."""
    compiled = compiled_core()
    rates: dict[str, list[float]] = {name: [] for name in (PEER, *LOOPS)}
    for _ in range(ROUNDS):
        for name, rounds in rates.items():
            if name == PEER:
                rounds.append(DECISIONS * run("tools.bench.openspiel", SECONDS, "python")["python"])
            else:
                loop = run("tools.bench.environment_loops", name, SECONDS, path=compiled, OPENBLAS_NUM_THREADS="1")
                rounds.append(loop)
    return rates


def show(rates: dict[str, list[float]]) -> None:
    """Print a row for each loop, with its ratio to OpenSpiel's."""
    peer = median(rates[PEER])
    print(f"{'steps/s of one core, random legal play':<40}{'median':>12}{'least':>12}{'most':>12}{'x OpenSpiel':>13}")
    for name, rounds in rates.items():
        middle = median(rounds)
        print(f"{NAMES[name]:<40}{middle:>12,.0f}{min(rounds):>12,.0f}{max(rounds):>12,.0f}{middle / peer:>13.2f}")
    print("A step is a decision, the random draw in it; ours pack the observation and the mask too.")


if __name__ == "__main__":
    print(machine())
    show(measure())

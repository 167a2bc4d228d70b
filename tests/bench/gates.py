"""python -m tests.bench.gates TESTS: how often gates err, and how many deals they save, of made-up players."""

import math
import sys

from arena.league.gates.sprt import UNIT
from arena.store.tournaments.gate_request import MOST_TESTS
from tests.bench.machine import machine
from tests.league.gates.test_sprt import HYPOTHESES, played

KINDS = ("normal", "skewed", "often equal", "two variants")
STRENGTHS = (-20, 0, 20, 40, 60)


def line(kind: str, elo: float, tests: int) -> str:
    """Whole tests of a version of that strength, in normalised Elo."""
    outcomes = [played(kind, elo, seed) for seed in range(tests)]
    within = [each for each in outcomes if each[1] <= MOST_TESTS * HYPOTHESES.fixed_deals]
    stronger = sum(decision == "stronger" for decision, _ in outcomes) / tests
    deals = sum(deals for _, deals in outcomes) / tests
    undecided = 1 - len(within) / tests
    return (
        f"{kind:14} {elo:+9d} {100 * stronger:9.1f}% {deals:8.0f} {100 * deals / HYPOTHESES.fixed_deals:7.0f}%"
        f" {100 * undecided:9.2f}%"
    )


def main() -> None:
    tests = int(sys.argv[1])
    print(machine())
    print(
        f"{tests} tests each of 0 against 40, alpha = beta = 0.05; a test of a fixed size has {HYPOTHESES.fixed_deals}"
    )
    print(f"deals. Standard error of 5%: {100 * math.sqrt(0.05 * 0.95 / tests):.1f}%. Unit: {UNIT:.1f}")
    print("differences     strength   stronger    deals  of fixed  beyond 3 x")
    for kind in KINDS:
        for elo in STRENGTHS:
            print(line(kind, elo, tests), flush=True)


if __name__ == "__main__":
    main()

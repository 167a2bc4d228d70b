"""Measure error rates of gates, and their cost in deals, by simulation: `python -m tools.bench.gates GATES`."""

import math
import sys
from collections.abc import Iterator
from statistics import NormalDist

import numpy as np

from arena.league.gates.betting import ELO, Terms
from tests.league.gates.simulated import KINDS, LONG, Ends, Kind, Numbers, ends, warned
from tools.bench.machine import machine

DEALS = 4992  # whole rounds of two variants, just under 5,000
MOST = 40_000  # limit of deals for the table of costs
AT_ONCE = 250  # gates simulated together, so that their deals fit into memory
STRENGTHS = (5, 10, 20, 40)
WATCHED = Terms(beta=1e-300)  # a gate that only "stronger" ends


def main() -> None:
    """Print both tables."""
    gates = int(sys.argv[1])
    print(machine())
    print(f"{gates} gates of each kind, alpha = beta = 0.05, seeds 0, 1, ... by chunks of {AT_ONCE} gates.\n")
    errors(gates)
    print()
    price(min(gates, max(AT_ONCE, gates // 8)))


def errors(gates: int) -> None:
    """Print how often equal versions are called stronger, and how often the interval covers the truth."""
    low, high = Terms().above, Terms().below
    print(f"True difference 0. watched: stronger, ever up to {DEALS:,} deals, with its upper 99% limit, and how many")
    print(f"intervals hold then. gates: {low:g} against {high:g} board Elo, the default, at their end.")
    print("warned: gates whose results come in runs. by deals: the same gates with a bet on each deal.")
    print("infractions: the same gates if the version that is disturbed alone has infractions meanwhile.")
    print(f"missed: gates of a version stronger by {high:g} board Elo, disturbed likewise, that say not stronger.\n")
    print(f"{'watched':>46}{'gates':>21}{'by deals':>35}{'infractions':>20}")
    print("differences                    sd  stronger (limit)     held  stronger   held  deals  warned", end="")
    print("  stronger  deals  stronger  deals  missed")
    for kind in (*KINDS, *LONG):
        watched, whole, single, shown, alarms = [], [], [], [], list[bool]()
        for chunk, more in _chunks(kind, 0.0, gates, DEALS):
            watched.append(ends(kind, 0.0, chunk, WATCHED))
            whole.append(ends(kind, 0.0, chunk, Terms()))
            single.append(ends(kind, 0.0, chunk, Terms(), block=1))
            shown.append(ends(kind, 0.0, chunk, Terms(), more=more))
            alarms += [warned(kind, row[:deals]) for row, deals in zip(chunk, whole[-1].deals, strict=True)]
        chunks = _chunks(kind, high / ELO, gates, DEALS)
        missed = [ends(kind, high / ELO, chunk, Terms(), more=more) for chunk, more in chunks]
        wrong = sum(int(each.stronger.sum()) for each in watched)
        print(
            f"{kind.name:28} {kind.spread():.2f}  {wrong / gates:7.2%} ({_upper(wrong, gates):6.2%})"
            f"  {_mean(watched, 'held'):6.1%}  {_mean(whole, 'stronger'):8.2%} {_mean(whole, 'held'):6.1%}"
            f" {_mean(whole, 'deals'):6.0f} {np.mean(alarms):7.1%}"
            f"  {_mean(single, 'stronger'):8.2%} {_mean(single, 'deals'):6.0f}"
            f"  {_mean(shown, 'stronger'):8.2%} {_mean(shown, 'deals'):6.0f} {_mean(missed, 'not_stronger'):7.2%}",
            flush=True,
        )


def price(gates: int) -> None:
    """Print the deals needed to separate a stronger version from an equal one."""
    print(
        f"Versions stronger by so much board Elo, {gates} gates of 0 against just that, at most {MOST:,} deals. fixed:"
    )
    print("deals of a test that looks once, at the end, and errs as rarely. It knows the standard deviation.\n")
    print("                                           gates            fixed")
    print("differences                    sd   Elo  stronger  deals   deals")
    for kind in KINDS[:6]:
        for elo in STRENGTHS:
            mean, spread = elo / ELO, kind.spread()
            fixed = math.ceil((2 * NormalDist().inv_cdf(0.95) * spread / mean) ** 2)
            rows = []
            for chunk, _ in _chunks(kind, mean, gates, min(MOST, 16 * max(400, fixed))):
                rows.append(ends(kind, mean, chunk, Terms(below=elo)))
            print(
                f"{kind.name:28} {spread:.2f}  {elo:4d}  {_mean(rows, 'stronger'):8.1%} {_mean(rows, 'deals'):6.0f}"
                f"  {fixed:6d}",
                flush=True,
            )


def _chunks(kind: Kind, mean: float, gates: int, deals: int) -> Iterator[tuple[Numbers, Numbers]]:
    at_once = min(AT_ONCE, gates)
    for seed in range(gates // at_once):
        yield kind.deals(mean, at_once, deals // 16 * 16, np.random.default_rng(seed))


def _mean(chunks: list[Ends], name: str) -> float:
    return float(np.mean([getattr(each, name) for each in chunks]))


def _upper(wrong: int, gates: int) -> float:
    """Return the upper 99% limit of a rate (C. Clopper, E. Pearson, 1934)."""
    low, high = wrong / gates, 1.0
    for _ in range(40 if low < high else 0):
        middle = (low + high) / 2
        terms = [math.lgamma(gates + 1) - math.lgamma(k + 1) - math.lgamma(gates - k + 1) for k in range(wrong + 1)]
        chances = [
            math.exp(term + k * math.log(middle) + (gates - k) * math.log1p(-middle)) for k, term in enumerate(terms)
        ]
        low, high = (middle, high) if math.fsum(chances) > 0.01 else (low, middle)
    return high


if __name__ == "__main__":
    main()

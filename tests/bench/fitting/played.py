"""Hands that are played for a fit: one hand a deal, with a seed of its own."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from multiprocessing import Pool
from typing import Any, Final, TypeVar

import numpy as np

from arena.rules import VARIANTS, Rules, configure
from arena.rules.rules import PlayedTo

ONE_HAND: Final = {"format": {"kind": "hands", "count": 1}, "max_hands": 1}
Found = TypeVar("Found")
Numbers = Sequence[float]


def one_hand(variant: str) -> Rules:
    """Return a variant's rules for one hand; for chips, whose hands end early, a contract played to the last trick."""
    rules = configure(variant, None, ONE_HAND)
    if rules.chips is None:
        return rules
    contract = configure("pinochle-cutthroat", None, ONE_HAND)
    return replace(contract, tricks=replace(rules.tricks, played_to=PlayedTo.LAST_TRICK), melds=rules.melds)


def by_variant(family: str, deals: int, found: Callable[[str, int], Found]) -> Iterable[tuple[str, list[Found]]]:
    """Return for each variant of the family what was found in each deal; the command line may name fewer."""
    parser = argparse.ArgumentParser(description=f"Print a table, fitted to {deals} deals of each variant.")
    known = [variant for variant in VARIANTS if variant.startswith(family)]
    parser.add_argument("variants", nargs="*", choices=[[], *known])
    parser.add_argument("--deals", type=int, default=deals)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    with Pool(given.jobs) as pool:
        for variant in given.variants or known:
            yield variant, pool.map(partial(found, variant), range(given.deals))


def line(rows: Sequence[Numbers], results: Numbers, ridge: float = 0.1) -> Any:
    """Return the weights of the line of least squares through *results*."""
    signs, wanted = np.array(rows, float), np.array(results, float)
    return np.linalg.solve(signs.T @ signs + ridge * np.eye(signs.shape[1]), signs.T @ wanted)


def logit(rows: Sequence[Numbers], results: Sequence[bool], ridge: float = 0.1, steps: int = 40) -> Any:
    """Return the weights of the logistic line through *results*, by Newton's method."""
    signs, wanted = np.array(rows, float), np.array(results, float)
    weights = np.zeros(signs.shape[1])
    for _ in range(steps):
        odds = 1 / (1 + np.exp(-signs @ weights))
        slope = signs.T @ (wanted - odds) - ridge * weights
        bend = (signs * (odds * (1 - odds))[:, None]).T @ signs + ridge * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def told(weights: Numbers, digits: int = 2) -> str:
    """Return weights as a tuple's text."""
    return f"({', '.join(str(round(float(weight), digits)) for weight in weights)})"

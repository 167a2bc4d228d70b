"""Simulate seasons of players whose true strengths are known."""

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt

from arena.league.ratings.strengths import ELO
from arena.league.ratings.tally import LineUpTally


def season(gaps: Sequence[float], boards: int, seed: int, repeats: float = 0.3, seats: int = 4) -> list[LineUpTally]:
    """Return the tallies of *boards* boards for each player; player i is *gaps*[i] board Elo above the origin.

    A game ranks performances: strength plus a Gumbel variable, so that i beats j exactly as Bradley and Terry say, at
    any table (J. Yellott, Journal of Mathematical Psychology 15 (1977)). With the probability *repeats* a rotation goes
    like the board's first, so that the games of a board depend on each other as those of one deal do.
    """
    rng = np.random.default_rng(seed)
    strength = np.array(gaps) / ELO
    line_ups = np.sort([rng.permutation(len(gaps))[:seats] for _ in range(boards * len(gaps) // seats)])
    luck = rng.gumbel(size=(len(line_ups), seats, seats))
    again = rng.random((len(line_ups), seats, 1)) < repeats
    performance = strength[line_ups][:, None, :] + np.where(again, luck[:, :1], luck)
    return _tallies(line_ups, performance)


def _tallies(line_ups: npt.NDArray[np.int64], performance: npt.NDArray[np.float64]) -> list[LineUpTally]:
    """Return tallies of *performance*: boards x rotations x players."""
    seats = line_ups.shape[1]
    pairs = list(combinations(range(seats), 2))
    halves = np.stack([2 * (performance[:, :, i] > performance[:, :, j]).sum(1) for i, j in pairs], 1)
    totals = np.zeros(line_ups.shape, int)
    for pair, (i, j) in enumerate(pairs):
        totals[:, i] += halves[:, pair]
        totals[:, j] += 2 * seats - halves[:, pair]
    both = list(combinations_with_replacement(range(seats), 2))
    products = np.stack([totals[:, i] * totals[:, j] for i, j in both], 1)
    tallies = []
    for players in np.unique(line_ups, axis=0):
        own = (line_ups == players).all(1)
        tallies.append(
            LineUpTally(
                tuple(map(int, players)),
                int(own.sum()),
                halves=halves[own].sum(0).tolist(),
                squares=(halves[own] ** 2).sum(0).tolist(),
                products=products[own].sum(0).tolist(),
            )
        )
    return tallies

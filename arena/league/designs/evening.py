"""Choose one option for each item, which adds 1 to some cells, so that cell counts become even."""

from collections.abc import Sequence
from math import exp

Choice = Sequence[int]  # the cells to which an option adds 1, with repeats

SWEEPS = 30  # maximum of sweeps; each moves every item to its best option
WARMTH = 0.4  # temperature of the annealing, as a growth of the sum of squares
EACH = 10_000  # maximum of annealing steps for each item except one
LOOK = 50  # annealing steps between two checks whether the counts are even
ODDS = [int(2**32 * exp(-growth / WARMTH)) for growth in range(64)]


class Evening:
    """Counts of cells, and one chosen option for each item, found by deterministic simulated annealing.

    S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, "Optimization by simulated annealing", Science 220 (1983).
    """

    def __init__(self, counts: list[int], items: Sequence[Sequence[Choice]]) -> None:
        """Choose for each item the option that makes *counts* most even. *counts*: by cell, without the items."""
        self.counts, self._items = counts, items
        self._state = 1
        self.chosen = [self._add_rarest(choices) for choices in items]

    @property
    def spread(self) -> int:
        """Return the greatest count minus the least."""
        return max(self.counts, default=0) - min(self.counts, default=0)

    @property
    def allowed(self) -> float:
        """Return the largest spread that counts as even: 1, or a tenth of the mean."""
        return max(1.0, sum(self.counts) / (10 * max(1, len(self.counts))))

    def even_out(self, steps: int) -> None:
        """Make the counts more even by sweeps, until they differ by 1 at most, then by annealing.

        At most *steps* of annealing follow while the spread is above `allowed`.
        """
        for _ in range(SWEEPS):
            if self.spread <= 1:
                return
            for index, choices in enumerate(self._items):
                self._add(choices[self.chosen[index]], -1)
                self.chosen[index] = self._add_rarest(choices)
        open_ = [index for index, choices in enumerate(self._items) if len(choices) > 1]
        for _ in range(min(steps, EACH * (len(open_) - 1)) // LOOK):
            if self.spread <= self.allowed:
                return
            for _ in range(LOOK):
                self._step(open_[self._draw_number(len(open_))])

    def _add(self, choice: Choice, sign: int) -> None:
        for cell in choice:
            self.counts[cell] += sign

    def _add_rarest(self, choices: Sequence[Choice]) -> int:
        """Add the option whose cells have the lowest counts (ties: at random); return its index."""
        counts = self.counts
        costs = [sum([counts[cell] for cell in choice]) for choice in choices]
        least = min(costs)
        best = [index for index, cost in enumerate(costs) if cost == least]
        index = best[self._draw_number(len(best))]
        self._add(choices[index], 1)
        return index

    def _step(self, index: int) -> None:
        counts, choices = self.counts, self._items[index]
        new, growth = self._draw_number(len(choices)), 0
        for cell in choices[self.chosen[index]]:
            growth -= 2 * counts[cell] - 1
            counts[cell] -= 1
        for cell in choices[new]:
            growth += 2 * counts[cell] + 1
            counts[cell] += 1
        if growth <= 0 or (growth < len(ODDS) and self._draw_number(2**32) < ODDS[growth]):
            self.chosen[index] = new
        else:
            self._add(choices[new], -1)
            self._add(choices[self.chosen[index]], 1)

    def _draw_number(self, below: int) -> int:
        """Return a random number 0..below-1, by Knuth's linear congruential generator of MMIX."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
        return (self._state >> 32) * below >> 32

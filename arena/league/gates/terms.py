"""What a gate tests: differences to tell apart, and error rates."""

from dataclasses import dataclass
from math import log
from typing import Literal

ELO = 1600 / log(10)  # board Elo for a whole score: the slope of 400 log10(s / (1 - s)) at a score of one half
Decision = Literal["", "stronger", "not stronger"]


@dataclass(frozen=True)
class Terms:
    """The differences and error rates by which a gate decides.

    A version is stronger once it is surely better than *above*, and not stronger once surely worse than *below*. Both
    in board Elo, *above* < *below*; of a version between them either may be said. *alpha*: how often one of *above* or
    less is taken for stronger, at most; *beta*: how often one of *below* or more is not.
    """

    above: float = 0.0
    below: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def differences(self) -> tuple[float, float]:
        """*above* and *below* as differences of scores."""
        return self.above / ELO, self.below / ELO

    def decision(self, stronger: float, not_stronger: float) -> Decision:
        """Decide by the log wealth of the bets on either side."""
        if stronger >= -log(self.alpha):
            return "stronger"
        return "not stronger" if not_stronger >= -log(self.beta) else ""

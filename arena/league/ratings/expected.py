"""Model one player's mean score against another, by strengths."""

from math import exp


def expected_score(difference: float) -> float:
    """Return the mean score against one weaker by *difference* of strength.

    1 / (1 + exp(-difference)): R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952).
    """
    return 1 / (1 + exp(-difference)) if difference > 0 else exp(difference) / (1 + exp(difference))

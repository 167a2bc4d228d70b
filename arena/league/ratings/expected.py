"""The model behind strengths: what one player scores against another on the mean."""

from math import exp


def expected_score(difference: float) -> float:
    """What a player scores on the mean against one who is weaker by *difference* of strength.

    1 / (1 + exp(-difference)): R. A. Bradley, M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39
    (1952).
    """
    return 1 / (1 + exp(-difference)) if difference > 0 else exp(difference) / (1 + exp(difference))

"""Define the errors for invalid input to the league."""


class TooFewEntrantsError(ValueError):
    """Raised when a variant's entrants allow no line-up; the text says what is missing."""


class BadBoardError(ValueError):
    """Raised when a board's results are contradictory or omit a player."""

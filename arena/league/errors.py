"""Errors for invalid input to the league."""


class TooFewEntrantsError(ValueError):
    """Raised when no line-up can be made of a variant's entrants; the text says what is missing."""


class BadBoardError(ValueError):
    """Raised when a board's results contradict themselves or omit a player."""

"""Errors for invalid input to the league."""


class TooFewEntrantsError(ValueError):
    """No line-up can be made of a variant's entrants; the text says what is missing."""


class BadBoardError(ValueError):
    """A board's results contradict themselves or leave somebody out."""

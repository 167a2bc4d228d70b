"""Errors for invalid input to the league."""


class TooFewEntrants(ValueError):
    """No line-up can be made of a variant's entrants; the text says what is missing."""


class BadBoard(ValueError):
    """A board's results contradict themselves or leave somebody out."""

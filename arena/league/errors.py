"""What can be wrong with what the league is given."""


class TooFewEntrants(ValueError):
    """No line-up can be made of a variant's entrants.

    The text says what is missing.
    """


class BadBoard(ValueError):
    """A board's results contradict themselves or leave somebody out."""

"""What can be wrong with what the league is given."""


class TooFewEntrants(ValueError):
    """A variant cannot be scheduled: no line-up can be made of the entrants. The text says what is missing."""


class BadBoard(ValueError):
    """A board's results contradict themselves or leave somebody out."""

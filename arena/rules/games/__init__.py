"""A game: a sequence of hands, and the view of each seat."""

"""A game: hands until it is over, as its seats see it."""

"""A game: hands until it is over, and what its seats see of it."""

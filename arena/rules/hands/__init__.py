"""A hand: its state, its cards, and what is legal in it."""

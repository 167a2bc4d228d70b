"""A hand: its state, its cards, and what may be done in it."""

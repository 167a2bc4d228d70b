"""Load a whole arena with bots of every kind: an hour of play, saturation, and a herd that returns."""

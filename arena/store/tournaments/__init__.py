"""Tournaments and gates: made, extended, entered, drawn round by round."""

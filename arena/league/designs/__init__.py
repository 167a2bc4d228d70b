"""Designs: which line-ups meet, and who sits where."""

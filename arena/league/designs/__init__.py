"""Designs: which line-ups meet, and who sits where, so that all is even."""

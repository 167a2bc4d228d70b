"""Describe games in words, for `arena replay`."""

"""Descriptions of games in words, for `arena replay` and the replay page."""

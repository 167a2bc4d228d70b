"""The arena's tables, computed again by a stranger.

From what `arena export` wrote and the formulas of docs/explanation alone, a file a table. Nothing
of the arena is imported. Of boards in rotations, of tournaments that are over and that are all that
was ever played.
"""

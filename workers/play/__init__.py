"""Blocks of boards and their games, as they are played."""

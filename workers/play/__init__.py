"""Blocks of boards and their games under play."""

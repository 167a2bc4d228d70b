"""Confine this process, with the standard library only."""

"""Bots that think in arrays: all open decisions of a process at once (docs/columns.md)."""

"""Tournaments and gates: creation, extension, late entries, rounds."""

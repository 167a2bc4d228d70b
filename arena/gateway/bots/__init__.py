"""Bots' streams: who comes in, with what, and how much of it."""

"""Seats: their bots and workers, their questions and answers, and bots' time."""

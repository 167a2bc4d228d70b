"""Seats: who holds them, their questions and answers, and bots' time."""

"""Seats: who has them, what is asked and answered, and bots' time."""

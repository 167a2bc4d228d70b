"""Seats: what is asked and answered, where a seat lives, and the time it takes."""

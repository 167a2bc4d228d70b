"""Schedules: the boards of a tournament, by kind."""

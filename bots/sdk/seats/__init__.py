"""Seats of a process: events in, answers out, errors reported."""

"""Seats of a process: events in, answers out, faults told."""

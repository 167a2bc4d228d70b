"""Seats of a process: news in, answers out, faults told."""

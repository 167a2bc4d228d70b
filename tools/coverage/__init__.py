"""Measure how often printed intervals cover the truth in simulated seasons: `make coverage`."""

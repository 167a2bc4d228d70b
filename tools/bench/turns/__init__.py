"""Measure turns per second: worker, gateway and bot process with the compiled core; only the store is simulated."""

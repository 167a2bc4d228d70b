"""Measure turns a second: worker, gateway and bot process with the compiled core; only the store is a stand-in."""

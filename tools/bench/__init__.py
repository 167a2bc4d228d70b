"""Benchmarks: `make bench`. Ratios to the named peer of the same run; no time is asserted."""

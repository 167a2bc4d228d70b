"""Benchmarks: `make bench`. Ratios against the named peer of the same run; nothing here asserts a time."""

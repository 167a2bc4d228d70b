"""Measurements and long runs; each has a short form that CI runs."""

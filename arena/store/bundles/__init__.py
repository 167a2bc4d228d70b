"""Bundles: submitted programs, their archives, checks and logs."""

"""Bundles: programs that were handed in, their archives, checks and logs."""

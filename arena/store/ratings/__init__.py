"""The rater, and all that is kept or read of closed boards."""

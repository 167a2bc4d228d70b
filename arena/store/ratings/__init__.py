"""The rater, and everything that is derived from closed boards."""

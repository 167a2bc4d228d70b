"""The rater, and data derived from closed boards."""

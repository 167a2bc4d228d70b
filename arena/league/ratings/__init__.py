"""Ratings: compute tables with errors from closed boards."""

"""Ratings: from closed boards to tables with their errors."""

"""Decide from the results of deals when a new version is tested enough."""

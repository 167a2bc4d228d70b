"""Serve pages: kept, checked, in three forms."""

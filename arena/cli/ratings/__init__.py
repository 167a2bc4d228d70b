"""`arena ratings`, and its tables."""

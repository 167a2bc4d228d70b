"""The command `arena ratings` and its tables."""

"""Games and their records."""

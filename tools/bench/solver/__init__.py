"""Compare our solver with a double dummy solver of bridge."""

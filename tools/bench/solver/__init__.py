"""Our solver beside a double dummy solver of bridge."""

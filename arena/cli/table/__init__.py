"""A practice table in the terminal: `arena play`."""

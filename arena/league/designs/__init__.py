"""Choose which bots meet at a table, and in which circular order they sit."""

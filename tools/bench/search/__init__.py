"""Measure the playouts per second of the bot `search`."""

"""Measure how many playouts a second the bot `search` makes."""

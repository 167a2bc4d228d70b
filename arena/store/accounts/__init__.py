"""Owners, bots and their versions, pairs, tokens."""

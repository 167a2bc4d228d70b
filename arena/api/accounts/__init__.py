"""Owners, bots and their versions, pairs, tokens, and what is known of them."""

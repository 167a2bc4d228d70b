"""Commands about owners, bots, pairs and tokens."""

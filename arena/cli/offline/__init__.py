"""Commands that need no service: the rules, records, self-play."""

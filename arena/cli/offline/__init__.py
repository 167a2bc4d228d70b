"""Commands that need no service: rules, records, self-play."""

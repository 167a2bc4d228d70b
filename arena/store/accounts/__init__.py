"""Store owners, bots, versions, pairs, tokens, invites and sessions."""

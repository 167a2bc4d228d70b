"""Play games against house bots in this process, without a server or a token."""

"""Games in process against house bots: no server, no token."""

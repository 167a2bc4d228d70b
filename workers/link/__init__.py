"""Links to the gateways, and their messages."""

"""Pages of tournaments and gates."""

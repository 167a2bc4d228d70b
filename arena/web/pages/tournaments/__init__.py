"""Pages about tournaments and gates."""

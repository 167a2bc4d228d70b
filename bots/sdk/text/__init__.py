"""Text seats: programs that are told lines and answer with one."""

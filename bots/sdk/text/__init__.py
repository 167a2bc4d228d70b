"""Text seats: programs that read lines and answer with one."""

"""Pages about boards and games."""

"""Pages of boards and games."""

"""Play blocks of boards and their games."""

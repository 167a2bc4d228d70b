"""The arena's tables, computed again from exports and docs/explanation alone; nothing of the arena is imported."""

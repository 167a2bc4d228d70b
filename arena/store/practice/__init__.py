"""Store practice tables, which are separate from all rated games."""

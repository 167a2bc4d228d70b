"""Pages of ladders, and what numbers of tables look like."""

"""Connect the seats of one version: a stream to the arena, and confined processes."""

"""Play the seats of one bot version: a stream to the arena, and a confined process per seat."""

"""The way to the arena: dialling, streams, and where bots think."""

"""Streams to the arena: dialling, messages, and where bots think."""

"""Streams to the arena: dialling, messages, and the threads that bots run in."""

"""Streams to the arena: dialling, messages, and the threads in which bots run."""

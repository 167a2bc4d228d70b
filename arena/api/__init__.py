"""The application layer: what people and programs ask of the arena.

Each operation is here once, with its scope and its checks.
"""

"""Measure whether bots make what they bid."""

"""Measure how often printed intervals cover the truth: `make coverage`.

In seasons of made-up players.
"""

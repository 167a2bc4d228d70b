"""Blocks as they are played: claimed, leased, journalled, closed; and the processes that do it."""

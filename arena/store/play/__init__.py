"""Blocks as they are played: claimed, leased, journalled, closed.

Also the processes that play them: gateways and workers.
"""

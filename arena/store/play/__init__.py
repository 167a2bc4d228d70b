"""Blocks as they are played: claims, leases, journals, results; gateways and workers."""

"""Matches between programs on this machine: duplicate boards without a running service."""

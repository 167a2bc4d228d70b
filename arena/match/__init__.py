"""Matches between programs of this machine: duplicate boards without a service."""

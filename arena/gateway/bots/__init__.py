"""Admit bots' streams: check Hello, capacity and floods."""

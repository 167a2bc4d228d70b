"""Admit bots' streams: check the Hello message, the gateway's capacity, and floods."""

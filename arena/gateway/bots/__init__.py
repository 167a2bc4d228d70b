"""Bots' streams as they come in: Hello, allowances, floods."""

"""Tournaments and gates, from creation to their end."""

"""Played deals given to a house bot again, for points less luck."""

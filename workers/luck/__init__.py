"""Replays of played deals by a house bot, for points less luck."""

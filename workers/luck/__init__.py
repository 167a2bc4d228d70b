"""Replay deals with a house bot, for points less luck."""

"""Replay deals with a house bot, to measure how much of a bot's points was luck."""

"""Submitted bots, for their owners and for runners."""

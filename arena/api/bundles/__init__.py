"""Bots that were handed in, for their owners and for runners."""

"""Confine the present process; these modules use the standard library only."""

"""Hands: their state, cards, decisions and legal actions."""

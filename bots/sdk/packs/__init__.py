"""Packs: stored decisions that a changed bot is asked again."""

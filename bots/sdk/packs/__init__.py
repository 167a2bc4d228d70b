"""Packs: stored decisions that a changed bot can be asked again."""

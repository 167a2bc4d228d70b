"""Packs: decisions that are kept, and asked again when the bot has changed."""

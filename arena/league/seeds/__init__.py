"""Secrets, their Merkle roots, and what is derived from them (docs/explanation/seeds.md)."""

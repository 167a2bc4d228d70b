"""Secrets, their Merkle roots, and derived seeds (docs/explanation/seeds.md)."""

"""Derive secrets, their Merkle roots, and seeds (docs/explanation/seeds.md)."""

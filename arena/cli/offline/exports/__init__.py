"""Exports, checked against what was promised before anything was played (docs/explanation/seeds.md)."""

"""Check exported tournaments against the commitments published before play (docs/explanation/seeds.md)."""

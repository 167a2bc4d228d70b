"""Check exports against the commitments that were published before play (docs/explanation/seeds.md)."""

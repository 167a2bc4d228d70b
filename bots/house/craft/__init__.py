"""The methods of `expert`, one per file (docs/explanation/house-bots.md)."""

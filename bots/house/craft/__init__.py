"""The methods of the house bot `expert`, one module each (docs/explanation/house-bots.md)."""

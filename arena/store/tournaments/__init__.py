"""Store tournaments: creation, extension, late entries, rounds, export."""

"""The open decisions of many seats as packed parallel arrays (docs/columns.md)."""

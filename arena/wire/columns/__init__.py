"""Columns: decisions of many seats as packed parallel arrays (docs/reference/columns.md)."""

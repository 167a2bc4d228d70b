"""Many seats' decisions as packed parallel arrays (docs/reference/columns.md)."""

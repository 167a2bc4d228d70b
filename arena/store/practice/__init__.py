"""Practice tables, separate from everything that is rated."""

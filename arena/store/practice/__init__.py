"""Practice tables: kept apart from all that is rated."""

"""Learning environments: many tables in one array (docs/reference/environments.md)."""

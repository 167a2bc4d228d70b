"""Practice tables in the browser (docs/explanation/architecture/practice.md)."""

"""The runner: it plays handed-in bots, each seat in a confined process (docs/explanation/architecture/runner.md)."""

"""The runner: plays submitted bots, each seat in a confined process (docs/explanation/architecture/runner.md)."""

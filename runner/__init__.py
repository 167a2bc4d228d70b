"""The runner: it plays bots that were handed in, each seat in a confined process.

docs/explanation/architecture/runner.md
"""

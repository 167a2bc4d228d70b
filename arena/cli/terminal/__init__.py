"""Shared parts of commands: options, tables, CSV, errors."""

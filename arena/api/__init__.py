"""The application layer: every operation, with its scope and its checks."""

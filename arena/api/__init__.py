"""The application layer: each operation once, with its scope and its checks."""

"""Postgres is the truth: migrations, named SQL, one adapter."""

from arena.store.store import Store

__all__ = ["Store"]

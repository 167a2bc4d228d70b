"""Postgres stores all durable state: migrations, named SQL, one adapter."""

from arena.store.store import Store

__all__ = ["Store"]

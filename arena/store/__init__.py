"""Store all durable state in Postgres: migrations, named SQL queries, and the `Store` class."""

from arena.store.store import Store

__all__ = ["Store"]

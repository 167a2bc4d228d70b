"""Postgres is the truth: migrations, named SQL, one adapter."""

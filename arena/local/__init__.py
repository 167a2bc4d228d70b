"""Embedded Postgres and Valkey, and the supervisor behind `arena up` and the demo."""

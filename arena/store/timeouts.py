"""Seconds that Postgres may take for a statement (`statement_timeout`), by kind of work.

Migrations and backups have no limit: they use connections of their own (`arena.store.session`).
"""

from typing import Final

PAGE: Final = 4.0  # what a reader of the web page waits for
CALL: Final = 60.0  # calls, claims, renewals, results
LONG: Final = 600.0  # ratings, and whatever runs under an advisory lock

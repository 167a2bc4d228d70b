"""Measure how long a bot waits with a board owed and no seat at a table."""

from time import monotonic
from typing import Any, Final

import psycopg

PATIENCE: Final = 60.0  # seconds after which a block that was passed over keeps its seats (docs/how-to/operations.md)

# Bots without a seat, of blocks that nobody plays although all their bots offer seats.
WAITING: Final = """
WITH there AS (
    SELECT version_id FROM offered_seats WHERE capacity > 0
), owed AS (
    SELECT DISTINCT unnest(b.line_up) AS version_id
    FROM blocks b JOIN tournaments t ON t.id = b.tournament_id
    WHERE t.state = 'running' AND b.state = 'owed' AND b.line_up <@ ARRAY(SELECT version_id FROM there)
)
SELECT o.version_id FROM owed o WHERE NOT EXISTS (
    SELECT FROM block_seats s JOIN blocks b ON b.id = s.block_id
    WHERE s.version_id = o.version_id AND b.state = 'leased'
)
"""
PLAYING: Final = """
SELECT (SELECT coalesce(sum(s.seats), 0) FROM block_seats s JOIN blocks b ON b.id = s.block_id
        WHERE b.state = 'leased'),
    (SELECT coalesce(sum(tables), 0) FROM blocks WHERE state = 'leased'),
    (SELECT count(*) FROM blocks WHERE state = 'leased'),
    (SELECT count(*) FROM boards WHERE state = 'closed'),
    (SELECT count(*) FROM voids),
    (SELECT extract(epoch FROM max(CASE state WHEN 'done' THEN played WHEN 'leased' THEN now() - claimed END))
        ::float FROM blocks)
"""


class Waits:
    """Longest waits of bots, from Postgres.

    Attributes:
        longest: seconds by version id.
    """

    def __init__(self, dsn: str) -> None:
        self.longest: dict[int, float] = {}
        self._since: dict[int, float] = {}
        self._dsn = dsn

    def look(self) -> dict[str, float]:
        """Note waiting bots; return figures of play: seats, tables, blocks, closed, voided, longest block."""
        with psycopg.connect(self._dsn, autocommit=True) as connection:
            now = monotonic()
            waiting = {version for (version,) in connection.execute(WAITING)}
            row: Any = connection.execute(PLAYING).fetchone()
        self._since = {version: self._since.get(version, now) for version in waiting}
        for version, since in self._since.items():
            self.longest[version] = max(self.longest.get(version, 0.0), now - since)
        names = ("seats", "tables", "blocks", "closed", "voided", "longest block")
        return dict(zip(names, (float(each or 0) for each in row), strict=True))

    @property
    def worst(self) -> float:
        """The longest wait of any bot, in seconds."""
        return max(self.longest.values(), default=0.0)

"""Elo tables and official tables as rows of CSV."""

from collections.abc import Iterable
from typing import Any, Final

from arena.cli.service import as_dict
from arena.cli.terminal.tables import pools_label
from arena.wire.gen.ratings_pb2 import RatingTable, StrengthTable

ELO: Final = ("variant", "revision", "place", "bot", "elo", "boards", "provisional")
OFFICIAL: Final = ("variant", "revision", "place", "bot", "elo", "error", "low", "high", "bound", "boards")
POOLED: Final = "pooled"


def elo_rows(tables: Iterable[RatingTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `ELO`."""
    for table in tables:
        own: dict[str, Any] = {"variant": table.variant, "revision": table.revision}
        own["provisional"] = int(table.provisional)
        own["pool"] = pools_label(table.pools)
        for place, line in enumerate(table.ratings, start=1):
            yield as_dict(line) | own | {"place": place}


def official_rows(tables: Iterable[StrengthTable]) -> Iterable[dict[str, Any]]:
    """Of the columns `OFFICIAL`; a pooled table has no revision."""
    for table in tables:
        own: dict[str, Any] = {"variant": table.variants[0], "revision": table.revision}
        if not table.revision:
            own = {"variant": POOLED, "revision": ""}
        own["pool"] = pools_label(table.pools)
        for place, line in enumerate(table.strengths, start=1):
            yield as_dict(line) | own | {"place": place}

"""The named queries: each room has a `queries.sql` of its own, and the store one that all ask."""

import re
from importlib import resources
from typing import Final

ROOMS: Final = ("", "accounts", "play", "tournaments", "ratings")
_NAME: Final = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def _load() -> dict[str, bytes]:
    """Each query by its name, comments and all, as psycopg takes it."""
    found: dict[str, bytes] = {}
    for room in ROOMS:
        text = resources.files("arena.store").joinpath(room, "queries.sql").read_text(encoding="utf-8")
        _, *parts = _NAME.split(text)
        for name, body in zip(parts[::2], parts[1::2], strict=True):
            if name in found:
                raise ValueError(f"{room}/queries.sql has a query {name}, and so has another room")
            found[name] = body.strip().encode()
    return found


QUERIES: Final = _load()

"""The named SQL queries, loaded once.

Each room has a `queries.sql` of its own; the one beside this file has what all rooms ask.
"""

import re
from importlib import resources
from typing import Final

ROOMS: Final = ("", "accounts", "seeds", "play", "tournaments", "gates", "ratings", "practice", "bundles")
_NAME: Final = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def _load() -> dict[str, bytes]:
    """Return each query by its name, as psycopg takes it.

    Comments stay in; the database ignores them. Raises `ValueError` where two rooms have a query of
    one name.
    """
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

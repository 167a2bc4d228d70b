"""The named queries of queries.sql."""

import re
from importlib import resources

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def _load() -> dict[str, bytes]:
    """Each query by its name, comments and all, as psycopg takes it."""
    text = resources.files("arena.store").joinpath("queries.sql").read_text(encoding="utf-8")
    _, *parts = _NAME.split(text)
    names, bodies = parts[::2], parts[1::2]
    if len(set(names)) != len(names):
        raise ValueError("queries.sql has two queries of one name")
    return {name: body.split("\n-- ------", 1)[0].strip().encode() for name, body in zip(names, bodies, strict=True)}


QUERIES = _load()

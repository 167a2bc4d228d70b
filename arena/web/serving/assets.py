"""Static files by what is in them, so that browsers may keep them."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[1] / "static"


@cache
def version_of(name: str) -> str:
    """Return a short hash of the static file *name*; raises `FileNotFoundError`."""
    return sha256((FOLDER / name).read_bytes()).hexdigest()[:10]

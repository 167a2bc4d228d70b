"""Draw pictures of pages as PNG, one at a time."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final

from grpc import StatusCode
from resvg_py import svg_to_bytes

from arena.guards.auth import RefusedError

STATIC: Final = Path(__file__).parents[1] / "static"
FONTS: Final = [str(path) for path in sorted((STATIC / "vendored").glob("*.ttf"))]
# The outline of each suit in a square of 20, and of X, a joker's star.
PIPS: Final = dict(re.findall(r'^  (\w): "(M[^"]+)"', (STATIC / "cards.js").read_text(), re.MULTILINE))
MAX_WAITING: Final = 8  # pictures that may wait at once


def to_png(svg: str) -> bytes:
    """Return an SVG picture as PNG. All text has the page's font, on every machine."""
    return svg_to_bytes(svg, skip_system_fonts=True, font_files=FONTS, font_family="Public Sans")


class Painter:
    """Draws pictures one at a time, because each takes about 50 ms of CPU time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def paint(self, render: Callable[[], str]) -> bytes:
        """Return as PNG the SVG picture that *render* returns. Raises `RefusedError` if too many pictures wait."""
        if self._waiting >= MAX_WAITING:
            line = "too many pictures are being drawn: try again in a moment"
            raise RefusedError(StatusCode.RESOURCE_EXHAUSTED, line, 1000)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(lambda: to_png(render()))
        finally:
            self._waiting -= 1

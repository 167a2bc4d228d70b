"""Read a tutorial: what it tells its reader to type, to save and to expect."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BLOCK: Final = re.compile(r"(?:<!-- (?P<note>.+?) -->\n\n?)?```(?P<language>\w+)\n(?P<text>.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A block of a page. *note* stands in a comment above it, which no reader sees.

    *language* `sh`: typed in a terminal, `python`: saved in a file, `text`: what was printed.
    """

    language: str
    text: str
    note: str


def steps(page: Path) -> Iterator[Step]:
    """Yield the blocks of *page* in order."""
    for found in BLOCK.finditer(page.read_text()):
        yield Step(found["language"], found["text"], found["note"] or "")

"""Adapt pages for mkdocs: read Markdown as the usual viewers do, and insert the options of a variant."""

import re
from typing import Any

from arena.handbook import option_tables
from arena.rules import VARIANTS

ITEM = re.compile(r"[-*] |\d+\. ")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put an empty line before each list and table that follows a line of text; mkdocs needs one to see it.

    The page of a variant gets the tables of its options and presets.
    """
    folder, _, name = page.file.src_uri.removesuffix(".md").rpartition("/")
    tables = option_tables(VARIANTS[name]) if folder == "rules" and name in VARIANTS else ()
    lines: list[str] = []
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith("```")
        before = lines[-1] if lines else ""
        is_text = bool(before) and not ITEM.match(before) and not before.startswith(("|", " ", "#"))
        if not fenced and is_text and (ITEM.match(line) or line.startswith("|")):
            lines.append("")
        lines.append(line)
    return "\n".join([*lines, *tables])

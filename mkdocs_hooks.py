"""What `mkdocs.yml` adds to mkdocs: the rule sheets are read as the usual viewers of Markdown read them."""

import re
from typing import Any

ITEM = re.compile(r"[-*] |\d+\. ")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put an empty line before each list and table that follows a line of text; mkdocs needs one to see it."""
    lines: list[str] = []
    fenced = False
    for line in markdown.splitlines():
        fenced ^= line.startswith("```")
        before = lines[-1] if lines else ""
        is_text = bool(before) and not ITEM.match(before) and not before.startswith(("|", " ", "#"))
        if not fenced and is_text and (ITEM.match(line) or line.startswith("|")):
            lines.append("")
        lines.append(line)
    return "\n".join(lines)

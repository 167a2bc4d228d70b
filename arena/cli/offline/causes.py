"""Print each cause of differences once, however many lines or games it concerns."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from arena.escapes import cut

MOST_CAUSES: Final = 8  # that are printed
# What differs between differences of one cause: quoted words, numbers, hex digits and what is in parentheses.
PARTICULARS: Final = re.compile(r"'[^']*'|\([^)]*\)|\b[0-9a-f]{8,}\b|\d+")


def causes(differences: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield a line for each cause: its first difference, and how many more there are."""
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for each in differences:
        key = "" if "line" in each else str(each["tournament"])
        groups.setdefault((key, PARTICULARS.sub("#", each["difference"])), []).append(each)
    for first, *others in list(groups.values())[:MOST_CAUSES]:
        where = f"line {first['line']}" if "line" in first else cut(first["tournament"])
        yield f"{where}: {first['difference']}{_more(others)}"
    rest = list(groups.values())[MOST_CAUSES:]
    if rest:
        yield f"and {sum(map(len, rest))} differences of {len(rest)} other kinds: --json lists all"


def _more(others: Sequence[dict[str, Any]]) -> str:
    if not others:
        return ""
    upto = f", the last in line {others[-1]['line']}" if "line" in others[-1] else ""
    return f" (and {len(others)} more like this{upto})"

"""Packs of what a bot's log has: faults, or any line."""

import json
from pathlib import Path

from bots.sdk.packs.pack import BadPack, Pack


def packs_of_log(given: str, why: str = "") -> list[tuple[str, Pack]]:
    """Return the packs of FILE, of all lines with a fault, or of FILE:LINE, from 1; each with a name for its file.

    Raises `BadPack`.
    """
    name, _, line = given.rpartition(":")
    wanted = int(line) if name and line.isascii() and line.isdecimal() and len(line) < 19 else None
    file = Path(given if wanted is None else name)
    try:
        with file.open(encoding="utf-8") as lines:
            found = [
                (f"{file.stem}-{number}", pack)
                for number, text in enumerate(lines, start=1)
                if wanted in (None, number) and (pack := _pack(text, why)) and (wanted or pack.fault)
            ]
    except (OSError, UnicodeDecodeError) as problem:
        raise BadPack(f"cannot read {file}: {getattr(problem, 'strerror', None) or problem}") from None
    if not found:
        what = f"line {wanted} of {file} has no decision of one seat" if wanted else f"no line of {file} has a fault"
        raise BadPack(f"{what}: accepted is the log of a Bot, as `--log` writes it; FILE:LINE names any line")
    return found


def _pack(text: str, why: str) -> Pack | None:
    """Return the pack of a log's line; None for one without the decision of a seat."""
    try:
        told = json.loads(text)
        return Pack(told["seat"], why=why, asked=told["decision"], answer=told["answer"], fault=told["fault"])
    except (ValueError, KeyError, TypeError):
        return None

"""Compare the files of two archives."""

import difflib
import io
import zipfile
from typing import Final, NamedTuple

MAX_DIFFS: Final = 50  # files
MAX_DIFF_CHARACTERS: Final = 20_000  # of one file
MAX_LINES: Final = 1_000  # of a text that is compared line by line


class Comparison(NamedTuple):
    """How a new archive differs from an old one.

    *changed*: (file, unified diff) in order of names. The diff is "" for the files after the first
    `MAX_DIFFS`, for one that is not UTF-8, and for one of over `MAX_LINES` lines.
    """

    added: list[str]
    removed: list[str]
    changed: list[tuple[str, str]]
    same: int


def compare(old: bytes, new: bytes) -> Comparison:
    """Compare two archives, holding one file of each in memory at a time."""
    with zipfile.ZipFile(io.BytesIO(old)) as before, zipfile.ZipFile(io.BytesIO(new)) as after:
        old_names, new_names = ({each for each in one.namelist() if each[-1] != "/"} for one in (before, after))
        both, changed = old_names & new_names, list[tuple[str, str]]()
        for name in sorted(both):
            contents = before.read(name), after.read(name)
            if contents[0] != contents[1]:
                changed.append((name, _diff(name, *contents) if len(changed) < MAX_DIFFS else ""))
    return Comparison(sorted(new_names - old_names), sorted(old_names - new_names), changed, len(both) - len(changed))


def _diff(name: str, old: bytes, new: bytes) -> str:
    if max(old.count(b"\n"), new.count(b"\n")) > MAX_LINES:
        return ""
    try:
        before, after = old.decode().splitlines(), new.decode().splitlines()
    except UnicodeDecodeError:
        return ""
    if max(len(before), len(after)) > MAX_LINES:  # `splitlines` knows other ends of lines, too
        return ""
    lines = difflib.unified_diff(before, after, f"{name} (old)", f"{name} (new)", lineterm="")
    return "\n".join(lines)[:MAX_DIFF_CHARACTERS]

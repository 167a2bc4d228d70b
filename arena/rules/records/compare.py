"""Where two JSON values differ, one line for each place."""

from typing import Any

from arena.rules.errors import shown, shown_name

NOTHING = object()
# docs/rules/sheets/README.md, "The record of a game": "null or absent where there is none".
NULL_OR_ABSENT = ("declarer", "bid", "trump")


def difference(path: str, expected: object, found: object) -> str:
    """Return a line for one place; NOTHING stands for absence."""
    return f"{path}: expected {_text(expected)}, found {_text(found)}"


def differences(path: str, expected: Any, found: Any) -> list[str]:
    """Return a line per difference; true, 1 and 1.0 all differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return _in_objects(path, expected, found)
    if isinstance(expected, list) and isinstance(found, list):
        return _in_lists(path, expected, found)
    same = type(expected) is type(found) and expected == found
    return [] if same else [difference(path, expected, found)]


def at(path: str, key: str) -> str:
    """Return the path of a member."""
    return f"{path}.{shown_name(key)}" if path else shown_name(key)


def _in_objects(path: str, expected: dict[str, Any], found: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for key in [*expected, *(key for key in found if key not in expected)]:
        ours = expected.get(key, NOTHING)
        theirs = found.get(key, NOTHING)
        if key in NULL_OR_ABSENT and ours in (None, NOTHING) and theirs in (None, NOTHING):
            continue
        lines += differences(at(path, str(key)), ours, theirs)
    return lines


def _in_lists(path: str, expected: list[Any], found: list[Any]) -> list[str]:
    lines: list[str] = []
    for place, (ours, theirs) in enumerate(zip(expected, found, strict=False)):
        lines += differences(f"{path}[{place}]", ours, theirs)
    if len(expected) != len(found):
        lines.append(f"{path}: expected {len(expected)} entries, found {len(found)}")
    return lines


def _text(value: object) -> str:
    return "nothing" if value is NOTHING else shown(value)

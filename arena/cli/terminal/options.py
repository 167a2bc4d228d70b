"""Rules from the words of a command line: VARIANT, --preset, --option NAME=VALUE."""

import json
from collections.abc import Iterable
from typing import Any

from arena.cli.terminal.refusal import Refusal
from arena.rules import Rules, configure
from arena.rules.errors import RulesError


def rules_for(variant: str, preset: str | None, options: Iterable[str]) -> Rules:
    """The rules of *variant* with *options* (``name=value``) over *preset*. Raises `Refusal`."""
    try:
        return configure(variant, preset, parse_options(options))
    except RulesError as problem:
        raise Refusal(str(problem)) from None


def parse_options(words: Iterable[str]) -> dict[str, Any]:
    """``name=value`` pairs as a mapping. Raises `Refusal` for a pair without ``=`` or a name given twice."""
    options: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not name or not equals:
            raise Refusal(
                f"option {word!r} is not name=value: `arena variants VARIANT` lists options and what they take"
            )
        if name in options:
            raise Refusal(f"option {name!r} is given twice")
        options[name] = parse_value(value)
    return options


def parse_value(text: str) -> Any:
    """*text* read as JSON where it is JSON (``300``, ``null``, ``{"kind": "hands"}``), else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text

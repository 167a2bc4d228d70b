"""A sentence of a page: how it is given, and filled in."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from arena.rules.rules import Rules

# A text ("{v}" is the field's value), a text for each value (None: for any other; "None": for None), or, where it
# depends on other fields, a function of the part and the rules. "" where there is nothing to say here.
Sentence = str | Mapping[object, str] | Callable[[Any, Rules], str]
# A text about a part as a whole, or a function of the rules.
Text = str | Callable[[Rules], str]


def filled_in(said: Sentence | None, field: str, record: Any, rules: Rules) -> str:
    """Return a field's sentence, or its name and value without one."""
    value = getattr(record, field)
    if callable(said):
        return said(record, rules)
    key = value.value if isinstance(value, Enum) else value
    if isinstance(said, Mapping):
        said = said.get("None" if key is None else key, said.get(None))
    if said is None:
        return f"{field.replace('_', ' ')}: {key}"
    return said.format(v=key)

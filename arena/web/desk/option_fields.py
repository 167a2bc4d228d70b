"""Define the form fields of a variant's options, and read the sent options."""

import json
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from arena.api.labels import format_words
from arena.rules import FORMAT, option_choices, option_help
from arena.web.serving.forms import Fields

FORMATS: Final[list[dict[str, Any]]] = [
    {"kind": "game"},
    *({"kind": "hands", "count": count} for count in (1, 2, 3, 4, 5, 6, 8, 10, 12, 20)),
    *({"kind": "series", "wins": wins} for wins in (1, 2, 3, 5)),
]
LABELS: Final = {True: "yes", False: "no", None: "no limit"}


@dataclass(frozen=True)
class OptionField:
    """The form field of an option: a list of *choices*, or without choices a text of digits or the word *none*."""

    name: str  # of the option
    default: str  # label of the default
    accepted: str  # the accepted values in words
    choices: dict[str, str] = field(default_factory=dict)  # label of each value by its JSON text
    none: str = ""  # the word for null, "" if null is not accepted

    def read(self, text: str) -> Any:
        """Return the JSON value for the sent *text*; an unknown text stays one, so that the service refuses it."""
        if text in self.choices:
            return json.loads(text)
        if not self.choices and self.none and text == self.none:
            return None
        return int(text) if text.isdecimal() and len(text) < 10 else text[:100]


@cache
def option_fields(variant: str) -> list[OptionField]:
    """Return the form fields of all options of *variant*, first that of its format."""
    result, accepted_values = [], option_choices(variant) | {FORMAT: (FORMATS, "")}
    for name, default, accepted in option_help(variant):
        values, none = accepted_values[name]
        choices = {json.dumps(value): _label(value) for value in values}
        words = none if none and default is None else _label(default)
        result.append(OptionField(name, words, accepted.replace("or null (", "or “").replace(")", "”"), choices, none))
    return result


def read_options(fields: Fields, variant: str) -> str:
    """Return the options of *variant* that a form has set, as a JSON object; "" without any."""
    sent = [(each, fields.get(f"option-{variant}-{each.name}", "").strip()) for each in option_fields(variant)]
    options = {each.name: each.read(text) for each, text in sent if text}
    return json.dumps(options) if options else ""


def _label(value: Any) -> str:
    if isinstance(value, dict):
        return format_words(" ".join(map(str, value.values())))
    if isinstance(value, list):
        return " ".join(value) or "none"
    return LABELS[value] if value is None or isinstance(value, bool) else str(value)

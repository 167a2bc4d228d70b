"""Find the handbook's files in docs/, read its navigation, and render the rules page of a variant."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from arena.rules import Rules, option_help, options_of, presets_of

_INSTALLED: Final = Path(__file__).resolve().parent / "docs"  # an installed wheel has a copy of docs/ here
FOLDER: Final = _INSTALLED if _INSTALLED.is_dir() else Path(__file__).resolve().parents[1] / "docs"
_NAV_LINE: Final = re.compile(r'^( +)- "?(.+?)"?:(?: (\S+)\.md)?$', re.MULTILINE)


@cache
def navigation() -> dict[str, dict[str, str]]:
    """Return the title of each page by group and page, in the order of docs/nav.yml; group "" has single pages."""
    groups: dict[str, dict[str, str]] = {"": {}}
    for indent, title, page in _NAV_LINE.findall((FOLDER / "nav.yml").read_text(encoding="utf-8")):
        if page:
            groups[[*groups][-1] if len(indent) > len("  ") else ""][page] = title
        else:
            groups[title] = {}
    return groups


def rules_index() -> str:
    """Return docs/rules/README.md, the page that lists the variants."""
    return (FOLDER / "rules" / "README.md").read_text(encoding="utf-8")


def rules_page(rules: Rules) -> str:
    """Return the rules page of a variant in Markdown, with the values of its options in *rules*."""
    path = FOLDER / "rules" / f"{rules.name}.md"
    page = path.read_text(encoding="utf-8") if path.is_file() else f"# {rules.name}\n\nNobody has written this page.\n"
    return page + "".join(f"{line}\n" for line in option_tables(rules))


def option_tables(rules: Rules) -> Iterator[str]:
    """Yield the lines of two Markdown tables: the variant's options with their values in *rules*, and its presets."""
    here = options_of(rules)
    yield from ("", "| option | default | accepted |", "|---|---|---|")
    for name, default, accepted in option_help(rules.name):
        value = _code(default) if here[name] == default else f"{_code(default)}, here {_code(here[name])}"
        yield f"| `{name}` | {value} | {accepted} |"
    yield from ("", "Presets set several options at once. The first one is the default.", "")
    yield from ("| preset | sets |", "|---|---|")
    for name, sets in presets_of(rules.name).items():
        yield f"| `{name}` | {', '.join(f'{option} {_code(value)}' for option, value in sets.items()) or 'nothing'} |"


def _code(value: Any) -> str:
    return f"`{json.dumps(value)}`"

"""Render templates with the words and assets of the page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arena.api.labels import evidence, format_words
from arena.api.words import meaning

CONCEPTS: Final = "/docs/concepts"


def word(text: str) -> Markup | str:
    """Return a word with its explanation, which leads to the glossary; one that is not there as it is."""
    told = meaning(text)
    link = Markup('<a class="word" href="{}" title="{}">{}</a>')
    return text if told is None else link.format(CONCEPTS, told, text)


FOLDER: Final = Path(__file__).parents[1] / "static"


@cache
def version_of(name: str) -> str:
    """Return a short hash of the static file *name*; raises `FileNotFoundError`."""
    return sha256((FOLDER / name).read_bytes()).hexdigest()[:10]


FOR_GOOD: Final = "public, max-age=31536000, immutable"


class VersionedFiles(StaticFiles):
    """Files whose address has a version behind it (`assets.py`) never change; others are asked for anew."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer with the file, and how long it may be kept."""
        response = await super().get_response(path, scope)
        is_this = response.status_code in (200, 304) and scope["query_string"].decode("latin-1") == version_of(path)
        response.headers["Cache-Control"] = FOR_GOOD if is_this else "no-cache"
        return response


@dataclass(frozen=True)
class Address:
    """Where a page is: its quoted *path*, and its *query* with the mark before it, or ""."""

    path: str
    query: str = ""

    def with_ending(self, ending: str) -> str:
        """Return where another form of the page is."""
        return f"{'/index' if self.path == '/' else self.path}{ending}{self.query}"


@dataclass(frozen=True)
class Middle:
    """The middle of a page, and the title that its template sets."""

    title: str
    text: Markup


class Templates:
    """The templates: everything is escaped, and a name that is missing raises."""

    def __init__(self) -> None:
        self._environment = Environment(
            loader=PackageLoader("arena.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters.update(FILTERS)
        for name in self._environment.list_templates():
            self._environment.get_template(name)  # all are read now: an upgrade under a process does not mix two
        self._environment.globals["asset"] = lambda name: f"/static/{name}?{version_of(name)}"

    def middle(self, name: str, **told: object) -> Middle:
        """Return what the template *name* makes of *told*."""
        module = self._environment.get_template(name).make_module(told)
        return Middle(str(module.title), Markup(module))  # type: ignore[attr-defined]

    def whole(self, name: str, page: object, address: Address, **told: object) -> str:
        """Return a whole page: that middle in its frame; *page* is None where it is none of the table."""
        middle = self.middle(name, **told)
        base = self._environment.get_template("base.html")
        return base.render(title=middle.title, middle=middle.text, page=page, address=address)


def percent(share: float, digits: int = 0) -> str:
    """Write a share of 0..1 in percent."""
    return f"{100 * share:.{digits}f}%"


def count(number: int) -> str:
    """Write a whole number with thousands apart, as in 12,345."""
    return f"{number:,}"


def whole(number: float) -> str:
    """Write a number without decimals; a minus is a real one."""
    return f"{number:.0f}".replace("-", "\N{MINUS SIGN}")


def signed(number: float) -> str:
    """Write a difference without decimals, with its sign."""
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}")


def segment(text: str) -> str:
    """Write a name as one part of an address."""
    return quote(text, safe="@")


def query(parameters: Mapping[str, str]) -> str:
    """Write the parameters of an address that have a value."""
    return urlencode({name: value for name, value in parameters.items() if value})


def many(number: int, thing: str) -> str:
    """Write how many things there are, as in 1 board, 2 boards."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def thought(ms: float) -> str:
    """Write a time of thinking, as in <1 ms, 45 ms, 0.12 s, 12.3 s."""
    if ms < 1:
        return "<1 ms"
    if ms < 100:
        return f"{ms:.0f} ms"
    return f"{ms / 1000:.2f} s" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def span(minutes: float) -> str:
    """Write about how long something takes, as in 9 min, 3 h, 2 days."""
    if minutes < 90:
        return f"{max(1, round(minutes))} min"
    return f"{minutes / 60:.0f} h" if minutes < 48 * 60 else f"{minutes / 1440:.0f} days"


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    each.__name__: each
    for each in (percent, count, whole, signed, segment, query, many, span, thought, word, format_words, evidence)
}

"""Render templates, format the values in them, explain technical words, and serve static files."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlencode

from google.protobuf.duration_pb2 import Duration
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arena.api import columns
from arena.api.labels import evidence, format_words
from arena.api.words import LAG, meaning
from arena.rules import VARIANTS, title_of
from arena.web.serving.pictures import PIPS
from arena.wire.login import Login

CONCEPTS: Final = "/docs/concepts"
FOLDER: Final = Path(__file__).parents[1] / "static"
DESCRIPTION: Final = "A bot arena for pinochle and cutthroat spades: ladders with 95% intervals, tournaments, replays."
CODE: Final = re.compile(r"\b(?:[2-9TJQKA][SDCH]|X[1-3])\b")
GLYPHS: Final = {"S": "♠", "D": "♦", "C": "♣", "H": "♥", "X": ""}
IMMUTABLE: Final = "public, max-age=31536000, immutable"


def word(text: str) -> Markup | str:
    """Return *text* as a link to the concepts that shows its explanation; unchanged if it has none."""
    explanation = meaning(text)
    link = Markup('<a class="word" href="{}" title="{}">{}</a>')
    return text if explanation is None else link.format(CONCEPTS, explanation, text)


def face(code: str) -> Markup:
    """Return the card *code*, as "TD", as a small face."""
    suit, rank = (code[0], code) if code[0] == "X" else (code[1], code[0].replace("T", "10"))
    return Markup('<span class="mini mini-{}">{}<br>{}</span>').format(suit, rank, GLYPHS[suit])


def suited(text: str) -> Markup:
    """Return *text*, in which there must be no names of bots, with a small face for each card's code."""
    return Markup(CODE.sub(lambda code: face(code[0]), escape(text)))


@cache
def version_of(name: str) -> str:
    """Return a short hash of the static file *name*. Raises `FileNotFoundError`."""
    return sha256((FOLDER / name).read_bytes()).hexdigest()[:10]


class VersionedFiles(StaticFiles):
    """Serve static files: browsers keep fonts, and files whose address has their version, and check the others."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer with the file at *path*, and with its header `Cache-Control`."""
        response = await super().get_response(path, scope)
        is_versioned = path.endswith(".woff2") or scope["query_string"].decode("latin-1") == version_of(path)
        is_current = response.status_code in (200, 304) and is_versioned
        response.headers["Cache-Control"] = IMMUTABLE if is_current else "no-cache"
        return response


@dataclass(frozen=True)
class Address:
    """The address of a page: its *path*, percent-encoded, and its *query* with the question mark, "" for none.

    *site*: the arena's own address as the reader's browser sees it, "https://HOST"; "" for pages that are not shared.
    """

    path: str
    query: str = ""
    site: str = ""

    def with_ending(self, ending: str) -> str:
        """Return the address of the page in another format; *ending*: ".json", ".csv", ".live" or ".png"."""
        return f"{'/index' if self.path == '/' else self.path}{ending}{self.query}"


@dataclass(frozen=True)
class Middle:
    """The HTML between a page's header and footer, and the page's title and description."""

    title: Markup
    description: str
    text: Markup


class Templates:
    """Render the HTML templates, for the *gateway* of bots; values are escaped, and a missing value raises an error."""

    def __init__(self, gateway: Login) -> None:
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
            self._environment.get_template(name)  # load all now, so that an upgrade cannot mix two releases
        self._environment.globals["asset"] = lambda name: f"/static/{name}?{version_of(name)}"
        self._environment.globals |= {"columns": columns, "gateway": gateway, "pips": PIPS, "lag": LAG}

    def middle(self, name: str, **values: object) -> Middle:
        """Return the middle of a page: the template *name* rendered with *values*."""
        module = self._environment.get_template(name).make_module(values)
        description = getattr(module, "description", DESCRIPTION)
        return Middle(module.title, description, Markup(module))  # type: ignore[attr-defined]

    def bare(self, name: str, **values: object) -> str:
        """Return the template *name* rendered with *values*, without a header and footer: a picture or a feed."""
        return self._environment.get_template(name).render(values)

    def whole(self, name: str, page: object, address: Address, **values: object) -> str:
        """Return a whole page as HTML; *name*: its template; *page*: its definition, None if it has none."""
        middle = self.middle(name, address=address, **values)
        base = self._environment.get_template("base.html")
        return base.render(vars(middle), middle=middle.text, page=page, address=address)

    def respond(self, name: str, path: str, http_status: int = 200, **values: object) -> Response:
        """Return an answer with the HTML of a page that has no definition as `Page`; *path*: its quoted address."""
        return Response(self.whole(name, None, Address(path), **values), http_status, media_type="text/html")


def percent(share: float, digits: int = 0) -> str:
    """Format a share of 0..1 in percent, with *digits* decimals."""
    return f"{100 * share:.{digits}f}%"


def count(number: int) -> str:
    """Format a whole number, as 12,345."""
    return f"{number:,}"


def whole(number: float) -> str:
    """Format a number without decimals, with a typographic minus sign."""
    return f"{number:.0f}".replace("-", "\N{MINUS SIGN}")


def signed(number: float) -> str:
    """Format a number without decimals, with a plus sign or a typographic minus sign."""
    return f"{number:+.0f}".replace("-", "\N{MINUS SIGN}")


def segment(text: str) -> str:
    """Percent-encode a name as one segment of an address."""
    return quote(text, safe="@")


def query(parameters: Mapping[str, str]) -> str:
    """Return the query of an address, without "?", for those *parameters* that have a value."""
    return urlencode({name: value for name, value in parameters.items() if value})


def many(number: int, thing: str) -> str:
    """Format a number of things, as 1 board, 2 boards; *thing*: the singular."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def thinking_time(ms: float) -> str:
    """Format a time in milliseconds, as <1 ms, 45 ms, 0.12 s, 12.3 s."""
    if ms < 1:
        return "<1 ms"
    if ms < 100:
        return f"{ms:.0f} ms"
    return f"{ms / 1000:.2f} s" if ms < 10_000 else f"{ms / 1000:,.1f} s"


def span(minutes: float) -> str:
    """Format a number of minutes approximately, as 9 min, 3 h, 2 days."""
    if minutes < 90:
        return f"{max(1, round(minutes))} min"
    return f"{minutes / 60:.0f} h" if minutes < 48 * 60 else f"{minutes / 1440:.0f} days"


def seconds(length: Duration) -> str:
    """Format a duration with its largest unit that gives a number of 1 or more, as 5 s, 1 min, 24 h."""
    number = length.ToMilliseconds() / 1000
    if number < 60:
        return f"{number:g} s"
    return f"{number / 60:g} min" if number < 3600 else f"{number / 3600:g} h"


def option_words(options: str) -> str:
    """Format a JSON object of options, as "target 300, bag rule each"."""
    return ", ".join(
        f"{name.replace('_', ' ')} {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in json.loads(options).items()
    )


def titled(variant: str) -> str:
    """Return a variant's name for people, as "Cutthroat Spades, 4 players"; its name if it was removed."""
    return title_of(variant) if variant in VARIANTS else variant


def game(variant: str) -> str:
    """Return the name of a variant's game, as "Pinochle"."""
    family = variant.partition("-")[0]
    return {"spades": "Cutthroat Spades"}.get(family, family.capitalize())


def rated(line: Any) -> str:
    """Format a bot's rating in an official table with half its 95% interval, as 1712 ± 20; 1712 without one."""
    has_interval = line.HasField("low") and line.HasField("high")
    return columns.rating_text(line) + (f" ± {(line.high - line.low) / 2:.0f}" if has_interval else "")


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    each.__name__: each
    for each in (
        *(percent, count, whole, signed, suited, segment, query, many, span, thinking_time, word, meaning),
        *(titled, game, rated, seconds, option_words, format_words, evidence),
        *(columns.percents, columns.rating_text, columns.rating_interval),
    )
}

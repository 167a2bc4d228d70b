"""The templates, and what they say numbers with."""

from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from arena.web.serving.assets import version_of


def make_environment() -> Environment:
    """Return the templates' environment: everything is escaped, and a name that is missing raises."""
    environment = Environment(
        loader=PackageLoader("arena.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS)
    environment.globals["asset"] = lambda name: f"/static/{name}?{version_of(name)}"
    return environment


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


def many(number: int, thing: str) -> str:
    """Write how many things there are, as in 1 board, 2 boards."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


FILTERS: Final[dict[str, Callable[..., Any]]] = {
    each.__name__: each for each in (percent, count, whole, signed, segment, many)
}

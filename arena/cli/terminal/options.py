"""Parse command-line words: variant options (NAME=VALUE) and lengths of time."""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, Final

import click
from click.shell_completion import CompletionItem
from google.protobuf.duration_pb2 import Duration

from arena.cli.terminal.refusal import Refusal
from arena.escapes import cut
from arena.rules import VARIANTS, Rules, RulesError, configure
from arena.wire.token import BadToken, read_secret

UNITS: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
SPAN: Final = re.compile(r"(\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})(ms|[smhdw])?")


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
                f"option {cut(word)!r} is not name=value: `arena variants VARIANT` lists options and what they take"
            )
        if name in options:
            raise Refusal(f"option {cut(name)!r} is given twice")
        options[name] = parse_value(value)
    return options


def parse_value(text: str) -> Any:
    """Return *text* read as JSON if it is JSON, else unchanged.

    JSON is ``300``, ``null``, ``{"kind": "hands"}``.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


class Span(click.ParamType[Duration]):
    """A time like 30d or 1.5s, as a Duration.

    *bare*: the unit of a bare number, if one is taken.
    """

    name = "SPAN"

    def __init__(self, bare: str | None = None) -> None:
        self._bare = bare

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Duration:
        """Fails in one line that says what is accepted."""
        if isinstance(value, Duration):
            return value
        found = SPAN.fullmatch(str(value))
        unit = (found[2] or self._bare) if found else None
        if found is None or unit is None:
            bare = f"; a number alone is taken as {self._bare}" if self._bare else ""
            self.fail(f"{cut(value)!r} is no time: give a number and ms, s, m, h, d or w, as in 30d{bare}", param, ctx)
        span = Duration()
        span.FromNanoseconds(round(float(found[1]) * UNITS[unit] * 1e9))
        return span


def secret_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give *command* --master and --test-seed, of which one may be given."""
    test = click.option("--test-seed", default="", help="Public seed for tests; official tables leave it out.")
    master = click.option(
        "--master",
        default="",
        metavar="HEX",
        callback=_read_master,
        help="Master secret, 32 hex digits or more, or @FILE that contains it; default: drawn at random.",
    )
    return master(test(command))


def _read_master(ctx: click.Context, param: click.Parameter, given: str) -> str:
    try:
        return read_secret("master", given)
    except BadToken as problem:
        raise Refusal(str(problem)) from None


class _Variant(click.ParamType[str]):
    """A variant's id; those there are need no service."""

    name = "text"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the variants that begin so."""
        return [CompletionItem(name) for name in VARIANTS if name.startswith(incomplete)]


VARIANT: Final = _Variant()

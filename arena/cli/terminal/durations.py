"""Lengths of time of a command line, as messages have them."""

import re
from typing import Any, Final

import click
from google.protobuf.duration_pb2 import Duration

UNITS: Final = {"ms": 0.001, "s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
SPAN: Final = re.compile(r"(\d{1,6}(?:\.\d{1,9})?|\.\d{1,9})(ms|[smhdw])?")


class Span(click.ParamType[Duration]):
    """A time like 30d or 1.5s, as a Duration; a bare number is taken where it has a unit: *bare*."""

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
            self.fail(f"{value!r} is no time: give a number and ms, s, m, h, d or w, as in 30d{bare}", param, ctx)
        span = Duration()
        span.FromNanoseconds(round(float(found[1]) * UNITS[unit] * 1e9))
        return span

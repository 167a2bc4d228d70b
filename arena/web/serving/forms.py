"""What a browser sends in a form."""

from collections.abc import Mapping
from typing import Final, TypeAlias
from urllib.parse import parse_qsl

from fastapi import Request
from grpc import StatusCode

from arena.guards.refused import Refused

Told: TypeAlias = Mapping[str, str]  # fields by their names; of several of one name the last

MOST_BYTES: Final = 262_144  # ten thousand bots' names, at their usual lengths
MOST_FIELDS: Final = 300


async def read_form(request: Request) -> Told:
    """Read the fields of a form. Raises `Refused` where it is too large, or none."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise _refused(f"this form has more than {MOST_BYTES} bytes: send less at once")
    try:
        text = data.decode()
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=MOST_FIELDS))
    except ValueError:
        raise _refused("this is no form as a page here sends it") from None


def whole_number(told: Told, field: str, least: int = 0, most: int = 2**32 - 1) -> int:
    """Return the number in *field*, *least* where it is blank. Raises `Refused`."""
    text = told.get(field, "").strip()
    try:
        number = int(text) if text else least
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise _refused(f"{_words(field)} {text[:40]!r}: give a whole number from {least} to {most}")
    return number


def decimal(told: Told, field: str, most: float) -> float | None:
    """Return the number in *field*, None where it is blank. Raises `Refused`."""
    text = told.get(field, "").strip()
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= most:
        raise _refused(f"{_words(field)} {text[:40]!r}: give a number from 0 to {most:g}")
    return number


def lines_of(told: Told, field: str) -> list[str]:
    """Return the words of a field with a name a line, or several with spaces or commas between."""
    return told.get(field, "").replace(",", " ").split()


def _words(field: str) -> str:
    return field.replace("_", " ")


def _refused(line: str) -> Refused:
    return Refused(StatusCode.INVALID_ARGUMENT, line)

"""Lengths of time that a request gives."""

from datetime import timedelta
from typing import Final

from google.protobuf.duration_pb2 import Duration

from arena.api.calls.refusals import invalid

LONGEST: Final = 100 * 365 * 86_400  # seconds


def span(field: str, given: Duration, least: float) -> timedelta:
    """Return a length of time, at least *least* seconds.

    Raises `Refused` for one that is shorter, or longer than 100 years.
    """
    seconds = given.seconds + given.nanos / 1e9
    if not least <= seconds <= LONGEST:
        raise invalid(f"{field} of {seconds:g} s is not in {least:g} s..100 years")
    return timedelta(seconds=seconds)

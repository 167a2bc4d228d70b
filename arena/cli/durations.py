"""Seconds of a command line as messages have them."""

from google.protobuf.duration_pb2 import Duration


def duration(seconds: float | None) -> Duration | None:
    """*seconds* as a `Duration`; None where none were given."""
    if seconds is None:
        return None
    made = Duration()
    made.FromNanoseconds(round(seconds * 1e9))
    return made

"""Messages on a seat's socket: four bytes of length, big-endian, then the message."""

import asyncio
from typing import Final

LENGTH: Final = 4
MOST: Final = 65_536  # bytes of a message from a seat: an answer takes less than a hundred


class BadFrame(Exception):
    """Raised for a frame that is longer than a seat's may be."""


def framed(message: bytes) -> bytes:
    """Return *message* as it is sent."""
    return len(message).to_bytes(LENGTH, "big") + message


async def next_frame(reader: asyncio.StreamReader) -> bytes | None:
    """Return the next message; None at the end. Raises `BadFrame`."""
    try:
        length = int.from_bytes(await reader.readexactly(LENGTH), "big")
        if length > MOST:
            raise BadFrame(f"a message of {length} bytes came from it: at most {MOST} are accepted")
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None

"""Pack actions as unsigned LEB128 varints, as stored games have them."""

from collections.abc import Iterable
from typing import Final

from arena.rules.errors import MalformedPackError
from arena.rules.hands.actions import ACTION_LIMIT
from arena.rules.native import i64

BYTES: Final = [bytes([number]) for number in range(256)]


def varint(number: i64) -> bytes:
    """Encode a number as unsigned LEB128: seven bits in each byte, the lowest first."""
    varint = b""
    rest: i64 = number
    while rest > 127:
        varint += BYTES[(rest & 127) | 128]
        rest >>= 7
    return varint + BYTES[rest]


def pack(actions: Iterable[int]) -> bytes:
    listed = list(actions)
    if max(listed, default=0) < 128:  # one byte each, as always in spades
        return bytes(listed)
    return b"".join([varint(action) for action in listed])


def unpack(packed: bytes) -> list[int]:
    """Return the actions that *packed* encodes. Raises `MalformedPackError` if truncated or too large."""
    actions: list[int] = []
    action = 0
    shift = 0
    for byte in packed:
        action |= (byte & 127) << shift
        shift += 7
        if action >= ACTION_LIMIT:
            raise MalformedPackError(f"action {len(actions)} of the packed game is too large; copy the game whole")
        if byte < 128:
            actions.append(action)
            action = shift = 0
    if shift:
        raise MalformedPackError(f"the packed game ends within action {len(actions)}; copy it whole")
    return actions

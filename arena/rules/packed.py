"""A stored game: its actions as unsigned LEB128 varints, about a byte each."""

from collections.abc import Iterable

from arena.rules.actions import ACTION_LIMIT
from arena.rules.errors import MalformedPack


def pack(actions: Iterable[int]) -> bytes:
    """The actions as bytes, seven bits a byte, the lowest first; the high bit says that more follow."""
    packed = bytearray()
    for action in actions:
        rest = action
        while rest > 127:
            packed.append((rest & 127) | 128)
            rest >>= 7
        packed.append(rest)
    return bytes(packed)


def unpack(packed: bytes) -> list[int]:
    """The actions of such bytes; `MalformedPack` if they end within one, or one is larger than any action."""
    actions: list[int] = []
    action = 0
    shift = 0
    for byte in packed:
        action |= (byte & 127) << shift
        shift += 7
        if action >= ACTION_LIMIT:
            raise MalformedPack(f"action {len(actions)} of the packed game is too large for an action")
        if byte < 128:
            actions.append(action)
            action = shift = 0
    if shift:
        raise MalformedPack(f"the packed game ends within action {len(actions)}")
    return actions

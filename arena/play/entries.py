"""What a ledger enters, as varints: each action, and behind it what it was charged.

Both are in one stream, since each further one would cost a decision a miss of the processor's cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.strings import BytesWriter

from arena.rules import varint
from arena.rules.native import u8

if TYPE_CHECKING:
    from mypy_extensions import i64

ONE_BYTE: Final = 128  # numbers below it are packed as one byte


def enter(entries: BytesWriter, action: i64, charge: i64) -> None:
    """Write an action and its charge (`arena/rules/records/charges.py`) behind the others."""
    if action < ONE_BYTE:
        entries.append(u8(action))
    else:
        entries.write(varint(action))
    if charge < ONE_BYTE:
        entries.append(u8(charge))
    else:
        entries.write(varint(charge))


def parted(entries: bytes) -> tuple[bytes, bytes]:
    """Return the actions and the charges of *entries*, each packed by itself."""
    if entries.isascii():  # every number is one byte, as most are: many times faster
        return entries[::2], entries[1::2]
    actions, charges = BytesWriter(), BytesWriter()
    is_action = True
    for place in range(len(entries)):
        byte: i64 = entries[place]
        if is_action:
            actions.append(u8(byte))
        else:
            charges.append(u8(byte))
        if byte < ONE_BYTE:
            is_action = not is_action
    return actions.getvalue(), charges.getvalue()

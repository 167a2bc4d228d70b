"""Mutate valid messages by a seeded random generator: their bytes, or one of their fields."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

Chance = random.Random
HUGE: Final = (2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1)  # lengths
EDGES: Final = (0, 1, 2, 3, 127, 128, 16_384, 16_385, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
MANY: Final = (2, 2, 3, 10, 100, 1000, 20_000)  # of one element
LONG: Final = (100, 10_000, 100_000, 1_200_000)  # bytes; the last is more than gRPC takes
DEEP: Final = (10, 99, 101, 10_000)  # levels of groups: protobuf takes 100
NO_TEXT: Final = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5")  # invalid in UTF-8
INT_BITS: Final = {
    FieldDescriptor.CPPTYPE_INT32: 31,
    FieldDescriptor.CPPTYPE_UINT32: 32,
    FieldDescriptor.CPPTYPE_INT64: 63,
    FieldDescriptor.CPPTYPE_UINT64: 64,
}


def _flipped(chance: Chance, data: bytes) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 1, 2, 8))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut_off(chance: Chance, data: bytes) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _put_in(chance: Chance, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.randrange(1, 9)) + data[at + chance.randrange(4) :]


def _doubled(chance: Chance, data: bytes) -> bytes:
    return data * chance.choice((2, 2, 3, 50))


def _long(chance: Chance, data: bytes) -> bytes:
    """A field that says that it is longer than all there is."""
    at, field = chance.randrange(len(data) + 1), chance.randrange(1, 16)
    return data[:at] + bytes([field << 3 | 2]) + _varint(chance.choice(HUGE)) + data[at:]


def _nested(chance: Chance, data: bytes) -> bytes:
    """Groups in groups, in a field that nobody knows."""
    levels = chance.choice(DEEP)
    return data + b"\x7b" * levels + (b"\x7c" * levels if chance.random() < 0.5 else b"")


def _no_text(chance: Chance, data: bytes) -> bytes:
    """Invalid UTF-8 where there was a letter."""
    letters = [at for at, byte in enumerate(data[:1000]) if 0x61 <= byte <= 0x7A]
    at, wrong = chance.choice(letters or [0]), chance.choice(NO_TEXT)
    return data[:at] + wrong + data[at + len(wrong) :]


def _junk(chance: Chance, data: bytes) -> bytes:
    return chance.randbytes(chance.randrange(60))


BYTES: Final[dict[str, Callable[[Chance, bytes], bytes]]] = {
    "bits flipped": _flipped,
    "cut off": _cut_off,
    "bytes put in": _put_in,
    "fields doubled": _doubled,
    "huge length": _long,
    "deep nesting": _nested,
    "invalid UTF-8": _no_text,
    "junk": _junk,
}


class Mutator:
    """Mutations by one seeded chance. *ids* are others' seats, to be spoken of."""

    def __init__(self, chance: Chance, ids: Sequence[int] = ()) -> None:
        self.chance = chance
        self.ids = ids
        self._fields: dict[str, Callable[[Message], None]] = {
            "number at an edge": self._edge,
            "wrong enum": self._wrong_enum,
            "another's seat": self._foreign,
            "far too many": self._far_too_many,
            "field left out": self._left_out,
        }

    def mutated(self, message: Message) -> tuple[str, bytes]:
        """Return what was done to *message*, and the bytes of it."""
        if self.chance.random() < 0.3:  # they end most streams, and the next has to begin first
            kind = self.chance.choice(list(BYTES))
            return kind, BYTES[kind](self.chance, message.SerializeToString())
        kind = self.chance.choice(list(self._fields))
        changed = type(message).FromString(message.SerializeToString())
        self._fields[kind](changed)
        return kind, changed.SerializeToString()

    def _edge(self, message: Message) -> None:
        self._set(message, lambda field: field.cpp_type in INT_BITS, self._number)

    def _wrong_enum(self, message: Message) -> None:
        wrong = (-1, 0, 99, 2**31 - 1, -(2**31))
        self._set(message, lambda field: field.enum_type is not None, lambda _: self.chance.choice(wrong))

    def _foreign(self, message: Message) -> None:
        ids = self.ids or EDGES
        self._set(message, lambda field: field.name == "seat_id", lambda _: self.chance.choice(ids))

    def _number(self, field: FieldDescriptor) -> int:
        bits = INT_BITS[field.cpp_type]
        number = self.chance.choice([edge for edge in EDGES if edge < 2**bits])
        is_signed = bits in (31, 63)
        return -number if is_signed and self.chance.random() < 0.3 else number

    def _set(
        self,
        message: Message,
        fits: Callable[[Any], bool],
        value: Callable[[Any], int],
    ) -> None:
        """Set one field that *fits*, somewhere in *message*."""
        places = [(part, field) for part in parts(message) for field in part.DESCRIPTOR.fields if fits(field)]
        if places:
            part, field = self.chance.choice(places)
            number = value(field)
            if field.is_repeated:
                getattr(part, field.name).append(number)
            else:
                setattr(part, field.name, number)

    def _far_too_many(self, message: Message) -> None:
        """Repeat what may be repeated, or lengthen what has a length."""
        part, field = self._some_field(message)
        if field is None:
            return
        held: Any = getattr(part, field.name)
        if field.is_repeated and not (field.message_type and field.message_type.GetOptions().map_entry):
            held.extend(list(held) * (self._at_most(MANY, len(held)) - 1))
        elif field.cpp_type == field.CPPTYPE_STRING:
            length = self._at_most(LONG, 1)
            setattr(part, field.name, "x" * length if field.type == field.TYPE_STRING else bytes(length))

    def _at_most(self, choices: Sequence[int], each: int) -> int:
        """Draw from *choices*; the largest, which take time, come seldom."""
        last = len(choices) if self.chance.random() < 0.01 else len(choices) - 2
        return max(1, choices[self.chance.randrange(last)] // max(1, each))

    def _left_out(self, message: Message) -> None:
        part, field = self._some_field(message)
        if field is not None:
            part.ClearField(field.name)

    def _some_field(self, message: Message) -> tuple[Message, FieldDescriptor | None]:
        places = [(part, field) for part in parts(message) for field, _ in part.ListFields()]
        return self.chance.choice(places) if places else (message, None)


def parts(message: Message) -> list[Message]:
    """Return *message* and all messages in it."""
    found = [message]
    for field, held in message.ListFields():
        if field.message_type and not field.message_type.GetOptions().map_entry:
            for part in held if field.is_repeated else [held]:
                found += parts(part)
    return found


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])

"""Mutate valid messages by a seeded random generator: their bytes, or one of their fields."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

Chance = random.Random
HUGE: Final = (2**31 - 1, 2**32 - 1, 2**63 - 1, 2**64 - 1)  # lengths
EDGES: Final = (0, 1, 2, 3, 127, 128, 16_384, 16_385, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1)
MANY: Final = (2, 2, 3, 10, 100, 1000, 20_000)  # repetitions of one element
LONG: Final = (100, 10_000, 100_000, 1_200_000)  # bytes; the last is more than gRPC takes
DEEP: Final = (10, 99, 101, 10_000)  # levels of groups: protobuf takes 100
WRONG: Final = (-1, 0, 99, 2**31 - 1, -(2**31))  # numbers of enumerations
NO_TEXT: Final = (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5")  # invalid in UTF-8
INT_BITS: Final = {
    FieldDescriptor.CPPTYPE_INT32: 31,
    FieldDescriptor.CPPTYPE_UINT32: 32,
    FieldDescriptor.CPPTYPE_INT64: 63,
    FieldDescriptor.CPPTYPE_UINT64: 64,
}


def _flip(chance: Chance, data: bytes) -> bytes:
    changed = bytearray(data or b"\0")
    for _ in range(chance.choice((1, 1, 2, 8))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _insert(chance: Chance, data: bytes) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.randrange(1, 9)) + data[at + chance.randrange(4) :]


def _lengthen(chance: Chance, data: bytes) -> bytes:
    """Insert a field whose length exceeds the message."""
    at, field = chance.randrange(len(data) + 1), chance.randrange(1, 16)
    return data[:at] + bytes([field << 3 | 2]) + _varint(chance.choice(HUGE)) + data[at:]


def _nest(chance: Chance, data: bytes) -> bytes:
    levels = chance.choice(DEEP)
    return data + b"\x7b" * levels + (b"\x7c" * levels if chance.random() < 0.5 else b"")


def _break_text(chance: Chance, data: bytes) -> bytes:
    """Replace a letter by invalid UTF-8."""
    letters = [at for at, byte in enumerate(data[:1000]) if 0x61 <= byte <= 0x7A]
    at, wrong = chance.choice(letters or [0]), chance.choice(NO_TEXT)
    return data[:at] + wrong + data[at + len(wrong) :]


BYTES: Final[dict[str, Callable[[Chance, bytes], bytes]]] = {
    "bits flipped": _flip,
    "cut off": lambda chance, data: data[: chance.randrange(len(data) + 1)],
    "bytes put in": _insert,
    "fields doubled": lambda chance, data: data * chance.choice((2, 2, 3, 50)),
    "huge length": _lengthen,
    "deep nesting": _nest,
    "invalid UTF-8": _break_text,
    "junk": lambda chance, _: chance.randbytes(chance.randrange(60)),
}


class Mutator:
    """Mutations by one random generator; *ids* are seats of others."""

    def __init__(self, chance: Chance, ids: Sequence[int] = ()) -> None:
        self.chance = chance
        self._fields: dict[str, Callable[[Message], None]] = {
            "number at an edge": lambda message: self._set(
                message, lambda each: each.cpp_type in INT_BITS, self._number
            ),
            "wrong enum": lambda message: self._choose(message, lambda each: each.enum_type is not None, WRONG),
            "another's seat": lambda message: self._choose(message, lambda each: each.name == "seat_id", ids or EDGES),
            "far too many": self._multiply,
            "field left out": self._clear,
        }

    def mutate(self, message: Message) -> tuple[str, bytes]:
        """Return the kind of the mutation, and the mutated bytes of *message*."""
        if self.chance.random() < 0.3:  # less often, because these end most streams
            kind = self.chance.choice(list(BYTES))
            return kind, BYTES[kind](self.chance, message.SerializeToString())
        kind = self.chance.choice(list(self._fields))
        changed = type(message).FromString(message.SerializeToString())
        self._fields[kind](changed)
        return kind, changed.SerializeToString()

    def _number(self, field: FieldDescriptor) -> int:
        bits = INT_BITS[field.cpp_type]
        number = self.chance.choice([edge for edge in EDGES if edge < 2**bits])
        is_signed = bits in (31, 63)
        return -number if is_signed and self.chance.random() < 0.3 else number

    def _choose(self, message: Message, fits: Callable[[Any], bool], numbers: Sequence[int]) -> None:
        self._set(message, fits, lambda _: self.chance.choice(numbers))

    def _set(self, message: Message, fits: Callable[[Any], bool], value: Callable[[Any], int]) -> None:
        """Set one field that *fits*, somewhere in *message*."""
        places = [(part, field) for part in parts(message) for field in part.DESCRIPTOR.fields if fits(field)]
        if places:
            part, field = self.chance.choice(places)
            number = value(field)
            if field.is_repeated:
                getattr(part, field.name).append(number)
            else:
                setattr(part, field.name, number)

    def _multiply(self, message: Message) -> None:
        part, field = self._some_field(message)
        if field is None:
            return
        current: Any = getattr(part, field.name)
        if field.is_repeated and not (field.message_type and field.message_type.GetOptions().map_entry):
            current.extend(list(current) * (self._draw_limit(MANY, len(current)) - 1))
        elif field.cpp_type == field.CPPTYPE_STRING:
            length = self._draw_limit(LONG, 1)
            setattr(part, field.name, "x" * length if field.type == field.TYPE_STRING else bytes(length))

    def _draw_limit(self, choices: Sequence[int], each: int) -> int:
        """Draw from *choices*; the largest, which are slow, are rare."""
        last = len(choices) if self.chance.random() < 0.01 else len(choices) - 2
        return max(1, choices[self.chance.randrange(last)] // max(1, each))

    def _clear(self, message: Message) -> None:
        part, field = self._some_field(message)
        if field is not None:
            part.ClearField(field.name)

    def _some_field(self, message: Message) -> tuple[Message, FieldDescriptor | None]:
        places = [(part, field) for part in parts(message) for field, _ in part.ListFields()]
        return self.chance.choice(places) if places else (message, None)


M = TypeVar("M", bound=Message)


def parse(kind: type[M], data: bytes) -> M | None:
    """Return the message in *data*, if it is one."""
    try:
        return kind.FromString(data)
    except DecodeError:
        return None


def parts(message: Message) -> list[Message]:
    """Return *message* and all messages in it."""
    messages = [message]
    for field, content in message.ListFields():
        if field.message_type and not field.message_type.GetOptions().map_entry:
            for part in content if field.is_repeated else [content]:
                messages += parts(part)
    return messages


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])

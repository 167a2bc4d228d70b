"""Show messages as text for people.

In protobuf's text format, a message on one line where it fits, its cards beside it.
"""

from collections.abc import Iterator
from typing import Final

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.text_format import MessageToString

from arena.rules import card_text

WIDTH: Final = 120
CARDS: Final = ("card", "cards", "play", "shown", "turned")


def shown(message: Message, indent: str = "") -> list[str]:
    """The fields of *message* in lines. Protobuf's own parser reads them; what follows a # is for people."""
    lines: list[str] = []
    for field, value in message.ListFields():
        for item in value if field.is_repeated and field.message_type else [value]:
            lines += _field(message, field, item, indent)
    return lines


def _field(holder: Message, field: FieldDescriptor, value: object, indent: str) -> list[str]:
    if not isinstance(value, Message):
        alone = _only(holder, field, value)
        return [_told(indent + _one_line(alone), alone)]
    line = _told(f"{indent}{field.name} {{ {_one_line(value)} }}", value)
    if len(line) <= WIDTH and not _is_deep(value):
        return [line]
    return [f"{indent}{field.name} {{", *shown(value, indent + "  "), f"{indent}}}"]


def _one_line(message: Message) -> str:
    return MessageToString(message, as_one_line=True, use_short_repeated_primitives=True)


def _told(line: str, message: Message) -> str:
    cards = " ".join(card_text(code) for code in _cards(message))
    return f"{line}  # {cards}" if cards else line


def _only(holder: Message, field: FieldDescriptor, value: object) -> Message:
    """A message like *holder* with nothing but *value* in it."""
    message = type(holder)()
    if field.is_repeated:
        getattr(message, field.name).extend(value)
    else:
        setattr(message, field.name, value)
    return message


def _is_deep(message: Message) -> bool:
    """Say whether a message holds messages that deserve a line each.

    Events, updates, a decision.
    """
    return any(field.name in ("events", "updates", "decision", "clock") for field, _ in message.ListFields())


def _cards(message: Message) -> Iterator[int]:
    for field, value in message.ListFields():
        if field.message_type:
            for item in value if field.is_repeated else [value]:
                yield from _cards(item)
        elif field.name in CARDS:
            yield from value if field.is_repeated else [value]

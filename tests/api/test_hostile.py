"""Inputs that steer terminals or have no end, in every text of every call."""

import re
from collections.abc import Iterator
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode

from arena.escapes import escape
from arena.wire.gen.arena_pb2 import DESCRIPTOR
from tests.api.conftest import House

HOSTILE = "\x1b[2J\u202e\r\n\x9b\u2028"
LONG = "x" * 10_000
METHODS = list(DESCRIPTOR.services_by_name["ArenaService"].methods)


def filled(kind: Descriptor, text: str) -> Any:
    """Return a message whose texts, and those of messages in it, are all *text*."""
    return GetMessageClass(kind)(**dict(_texts(kind, text)))


def _texts(kind: Descriptor, text: str) -> Iterator[tuple[str, Any]]:
    for field in kind.fields:
        if field.type == field.TYPE_STRING:
            yield field.name, [text] if field.is_repeated else text
        elif (inner := field.message_type) is not None and inner.file.package == kind.file.package:
            part = filled(inner, text)
            yield field.name, [part] if field.is_repeated else part
        elif field.name in ("boards", "most"):
            yield field.name, 1_000


async def test_no_refusal_is_hostile_or_long(house: House) -> None:
    for method in METHODS:
        for text in (HOSTILE, LONG):
            code, said = await house.ends(method.name, filled(method.input_type, text), house.operator)
            assert code is not StatusCode.RESOURCE_EXHAUSTED, "too many calls say nothing of the method"
            assert escape(said) == said, method.name
            assert not re.search("x{81}", said), method.name

"""Messages as nobody would write them, and their bytes, damaged.

Made from the proto descriptors by hypothesis.
"""

from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

SEATS: Final = (1, 2, 3)  # seats that there are
EDGES: Final = (0, 1, 2, 3, 16_384, 16_385, 2**31 - 1, 2**31, 2**32 - 1, 2**63, 2**64 - 1)
DEPTH: Final = 5

# What gets further than chance would: ids that exist, numbers that are asked, words that are known.
LIKELY: Final[dict[str, SearchStrategy[Any]]] = {
    "seat_id": st.sampled_from((*SEATS, 0, 4, 2**64 - 1)),
    "number": st.sampled_from((0, 1, 2, 3, 4, 2**32 - 1)),
    "attempt": st.sampled_from((0, 0, 1, 2, 2**32 - 1)),
    "lease_number": st.sampled_from((0, 1, 1, 2, 2**64 - 1)),
    "protocol": st.sampled_from((1, 1, 1, 0, 2)),
    "columnar": st.sampled_from((0, 0, 1, 2)),
    "instance": st.sampled_from(("attacker-1", "attacker-2", "attacker-3", "", "x" * 65, "nul\0nul\0nul")),
    "variants": st.lists(st.sampled_from(("spades-4", "pinochle-chips", "whist", "", "é")), max_size=3),
    "variant": st.sampled_from(("spades-4", "", "whist")),
    "version_id": st.sampled_from((8, 8, 9, -1)),
}


def messages(descriptor: Descriptor, depth: int = DEPTH) -> SearchStrategy[Message]:
    """Messages of that kind, any of their fields set to anything."""
    fields = {field.name: values(field, depth) for field in descriptor.fields if depth or not field.message_type}
    return st.fixed_dictionaries({}, optional=fields).map(lambda given: _made(descriptor, given))


def values(field: FieldDescriptor, depth: int) -> SearchStrategy[Any]:
    """What the field could hold."""
    likely = LIKELY.get(field.name)
    if likely is not None and not field.message_type and _fits(field):
        return likely
    one = _one(field, depth)
    return st.lists(one, max_size=3) if field.is_repeated else one


def damaged(data: bytes) -> SearchStrategy[bytes]:
    """Damage a few bytes of *data*.

    They are changed, left out, put in or cut off.
    """
    place = st.integers(0, max(0, len(data) - 1))
    return st.one_of(
        st.tuples(place, st.integers(1, 255)).map(lambda at: _changed(data, *at)),
        st.tuples(place, st.binary(max_size=6)).map(lambda at: data[: at[0]] + at[1] + data[at[0] :]),
        st.tuples(place, st.integers(1, 9)).map(lambda at: data[: at[0]] + data[at[0] + at[1] :]),
        place.map(lambda at: data[:at]),
    )


def _fits(field: FieldDescriptor) -> bool:
    """`instance` is a text in Hello and a handle elsewhere."""
    return field.name != "instance" or field.cpp_type == field.CPPTYPE_STRING


def _one(field: FieldDescriptor, depth: int) -> SearchStrategy[Any]:
    if field.message_type:
        return messages(field.message_type, depth - 1)
    if field.enum_type:
        return st.sampled_from([value.number for value in field.enum_type.values])
    match field.cpp_type:
        case field.CPPTYPE_BOOL:
            return st.booleans()
        case field.CPPTYPE_STRING:
            return st.binary(max_size=20) if field.type == field.TYPE_BYTES else st.text(max_size=20)
        case field.CPPTYPE_INT32 | field.CPPTYPE_INT64:
            return st.sampled_from((0, 1, -1, -(2**31), 2**31 - 1))
        case field.CPPTYPE_UINT32:
            return st.sampled_from([edge for edge in EDGES if edge < 2**32])
        case _:
            return st.sampled_from(EDGES)


def _made(descriptor: Descriptor, given: dict[str, Any]) -> Message:
    message = GetMessageClass(descriptor)()
    for name, value in given.items():
        field = descriptor.fields_by_name[name]
        if field.is_repeated:
            getattr(message, name).extend(value)
        elif field.message_type:
            getattr(message, name).CopyFrom(value)
        else:
            setattr(message, name, value)
    return message


def _changed(data: bytes, at: int, mask: int) -> bytes:
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :] if data else data

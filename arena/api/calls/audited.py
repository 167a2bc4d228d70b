"""Answer a call; what an operator changes is noted, before and after."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message

from arena.api.calls.call import Call, Operation
from arena.api.calls.refusals import PROBLEMS, refused
from arena.escapes import cut, escaped
from arena.store.errors import StoreUnavailable
from arena.wire.gen.arena_pb2 import DESCRIPTOR

CHANGING: Final = frozenset(
    method.name
    for method in DESCRIPTOR.services_by_name["ArenaService"].methods
    if method.GetOptions().idempotency_level != MethodOptions.NO_SIDE_EFFECTS
)
UNTOLD: Final = ("seed", "nonce", "secret", "token", "code")  # fields with these in their names may hold secrets
LONGEST: Final = 400  # characters, as the table has it


async def answered(name: str, operation: Operation, call: Call[Any]) -> Any:
    """Return the one answer of the call *name*.

    Raises as the operation does, and `StoreUnavailable` where an act could not be noted: it is then
    not done.
    """
    if call.caller.scope != "operator" or name not in CHANGING:
        return await operation.answer(call)
    acts = call.store.accounts
    act = await acts.begin_act(call.caller.token_id, name, about(call.request))
    outcome = "begun"
    try:
        answer = await operation.answer(call)
        outcome = "done"
        return answer
    except PROBLEMS as problem:
        outcome = refused(problem).code.name.lower()
        raise
    finally:
        with suppress(StoreUnavailable):
            await acts.end_act(act, outcome)


def about(request: Message) -> str:
    """Tell what a request is about: its fields, cut, without bytes and what may be secret."""
    return " ".join(_told(request))[:LONGEST]


def _told(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.type == field.TYPE_BYTES or any(word in field.name for word in UNTOLD):
            continue
        if field.message_type is None:
            yield f"{field.name}={cut(escaped(str(value)))}"
        elif field.is_repeated:
            yield f"{field.name}={len(value)}"  # so many
        else:
            yield from _told(value)

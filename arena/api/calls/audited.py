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
# The fields that say what an act is about. Any other may hold a secret, as masters, nonces and codes do.
TOLD: Final = (
    *("name", "id", "kind", "label", "reason", "scope"),
    *("owner", "bot", "bots", "version", "new_bot", "old_bot", "one", "other", "opponent", "fillers"),
    *("variant", "variants", "boards", "rounds", "tables", "pool", "priority", "retry", "allow_same_owner"),
)
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
    """Tell what a request is about: those of its fields that say it, cut."""
    return " ".join(_told(request))[:LONGEST]


def _told(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.message_type is not None and not field.is_repeated:
            yield from _told(value)
        elif field.name in TOLD:
            yield f"{field.name}={len(value) if field.message_type else cut(escaped(str(value)))}"

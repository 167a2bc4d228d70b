"""Send mutated calls of every method of the people's API.

An operator's token is used only for reads and new tournaments; owners and strangers make the changes.
"""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import grpc
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from arena.wire.gen.arena_pb2 import DESCRIPTOR
from tools.mutated.mutator import Chance, Mutator
from tools.mutated.tally import Tally

PEOPLE: Final = "people's API"
METHODS: Final = list(DESCRIPTOR.services_by_name["ArenaService"].methods)
READS: Final = "NO_SIDE_EFFECTS"
OPERATORS_MAKE: Final = ("CreateTournament", "EstimateTournament", "CreateGate")
AT_ONCE: Final = 8  # calls
ANSWERS: Final = 3  # messages to read from an endless stream


class Stranger:
    """Makes calls with *tokens* by scope; *words*: existing names for text fields."""

    def __init__(
        self, address: str, tokens: Mapping[str, Sequence[str]], words: Sequence[str], chance: Chance, tally: Tally
    ) -> None:
        self._address, self._tokens, self._words = address, tokens, words
        self._chance, self._tally = chance, tally
        self._mutator = Mutator(chance)

    async def run(self, count: int) -> None:
        """Make *count* calls."""
        async with grpc.aio.insecure_channel(self._address, (("grpc.use_local_subchannel_pool", 1),)) as channel:
            for number in range(0, count, AT_ONCE):
                await asyncio.gather(*(self._call(channel) for _ in range(min(AT_ONCE, count - number))))

    async def _call(self, channel: grpc.aio.Channel) -> None:
        method = self._chance.choice(METHODS)
        kind, data = self._mutator.mutate(self._filled(method.input_type))
        path, metadata = f"/{method.containing_service.full_name}/{method.name}", self._metadata(method)
        while True:  # unary methods answer a stream's client too
            method_of: Any = channel.unary_stream(path)
            call = method_of(data, metadata=metadata)
            with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
                for _ in range(ANSWERS):
                    if await call.read() is grpc.aio.EOF:
                        break
                else:
                    call.cancel()
            code, said = await call.code(), await call.details() or ""
            if code is not grpc.StatusCode.RESOURCE_EXHAUSTED or "again in" not in said:
                break
            await asyncio.sleep(1)  # too many calls: this one was not read
        self._tally.add(PEOPLE, [kind], code.name, said, f"{method.name} {data[:300]!r}")

    def _metadata(self, method: MethodDescriptor) -> Any:
        """Return a token whose calls can do no harm."""
        level = method.GetOptions().DESCRIPTOR.enum_types_by_name["IdempotencyLevel"]
        reads = method.GetOptions().idempotency_level == level.values_by_name[READS].number
        who = self._chance.choice(("owner",) * 5 + ("operator",) * 5 + ("bot",))
        if who == "operator" and not reads and method.name not in OPERATORS_MAKE:
            who = "owner"
        token = self._chance.choice(self._tokens[who])
        return (("authorization", f"Bearer {token}"),) if self._chance.random() > 0.02 else ()

    def _filled(self, kind: Descriptor, depth: int = 3) -> Message:
        message: Any = GetMessageClass(kind)()
        for field in kind.fields:
            if (depth or not field.message_type) and self._chance.random() < 0.7:
                self._fill(message, field, depth)
        filled: Message = message
        return filled

    def _fill(self, message: Any, field: FieldDescriptor, depth: int) -> None:
        if field.message_type and field.message_type.GetOptions().map_entry:
            return
        if field.message_type:
            part = self._filled(field.message_type, depth - 1)
            target = getattr(message, field.name)
            if field.is_repeated:
                target.append(part)
            else:
                target.CopyFrom(part)
        elif field.is_repeated:
            getattr(message, field.name).extend(self._value(field) for _ in range(self._chance.randrange(1, 5)))
        else:
            setattr(message, field.name, self._value(field))

    def _value(self, field: FieldDescriptor) -> Any:
        if field.enum_type:
            return self._chance.choice(field.enum_type.values).number
        if field.type == field.TYPE_BYTES:
            return self._chance.randbytes(self._chance.randrange(40))
        match field.cpp_type:
            case field.CPPTYPE_STRING:
                return self._chance.choice(self._words)
            case field.CPPTYPE_BOOL:
                return self._chance.random() < 0.5
            case field.CPPTYPE_DOUBLE | field.CPPTYPE_FLOAT:
                return self._chance.choice((0.0, 0.5, -1.0, float("nan"), float("inf"), 1e300))
            case _:
                return self._chance.choice((0, 1, 2, 3, 5, 40))

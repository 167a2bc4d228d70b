"""Requests of tournaments and gates, as tests write them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from google.protobuf.duration_pb2 import Duration

from arena.wire.gen.gates_pb2 import CreateGateRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice

Request = TypeVar("Request", CreateTournamentRequest, CreateGateRequest)
MICROSECONDS = {"move_us": ("move_time", 1), "bank_us": ("bank", 1), "forfeit_s": ("forfeit_after", 1_000_000)}


def variant(name: str, options: Mapping[str, Any] | None = None, **fields: Any) -> VariantChoice:
    """Return a variant as it is chosen for a tournament; *options* as a mapping."""
    return VariantChoice(variant=name, options=json.dumps(options) if options else "", **fields)


def tournament(
    name: str, variants: Sequence[VariantChoice], bots: Sequence[str], boards: int, **fields: Any
) -> CreateTournamentRequest:
    """Return the request of a tournament; *move_us*, *bank_us* and *forfeit_s* as numbers among the *fields*."""
    return CreateTournamentRequest(name=name, variants=variants, bots=bots, boards=boards, **_messages(fields))


def gate(new: str, old: str, variants: Sequence[VariantChoice], **fields: Any) -> CreateGateRequest:
    """Return the request of a gate; *fields* as above."""
    return CreateGateRequest(new_bot=new, old_bot=old, variants=variants, **_messages(fields))


def changed(request: Request, **fields: Any) -> Request:
    """Return a copy of the request with other *fields*."""
    copy, new = type(request)(), type(request)(**_messages(fields))
    copy.CopyFrom(request)
    for field in _messages(fields):
        copy.ClearField(field)  # type: ignore[arg-type]
    copy.MergeFrom(new)
    return copy


def _messages(fields: dict[str, Any]) -> dict[str, Any]:
    messages = dict(fields)
    for number, (field, unit) in MICROSECONDS.items():
        if number in fields:
            messages[field] = Duration()
            messages[field].FromMicroseconds((messages.pop(number) or 0) * unit)
    return messages

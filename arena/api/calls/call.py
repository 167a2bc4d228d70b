"""One call of ArenaService, and the operation that answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from arena.api.calls.callers import Scopes
from arena.store import Store
from arena.store.accounts.rows import Principal

Request = TypeVar("Request", bound=Message)


@dataclass(frozen=True, slots=True)
class Call(Generic[Request]):
    """A request, its caller, and what an answer needs."""

    store: Store
    wake: Callable[[int], None]  # sends so many wake-ups to the workers, and does not block
    caller: Principal
    request: Request


Answer = Callable[[Call[Any]], Any]  # awaited for one message, or iterated where the method streams


@dataclass(frozen=True, slots=True)
class Operation:
    """One call: who may make it, and what answers it."""

    scopes: Scopes
    answer: Answer

"""Encode messages between runner and zygote: one JSON object per datagram."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Start:
    """Start the bundle in *folder*; the message carries descriptors of its socket and its log.

    *is_strict*: the first exception or illegal answer ends it.
    """

    id: int
    number: int
    folder: str
    kind: str  # "python" or "executable"
    entry: str
    memory_mib: int
    cpu_s: int
    is_strict: bool = False


@dataclass(frozen=True)
class Stop:
    """End a seat at once."""

    id: int


@dataclass(frozen=True)
class Started:
    """A seat is confined and about to import its author's code; *pid* is its id on the machine."""

    id: int
    pid: int


@dataclass(frozen=True)
class Ended:
    """A seat has ended.

    *failed*: the step that failed before any of the author's code ran, or "". *status* is wait(2)'s. *over*: "memory"
    or "cpu" if the seat exceeded that limit, or "".
    """

    id: int
    failed: str
    status: int
    cpu_us: int
    memory_kib: int
    over: str


Message = Start | Stop | Started | Ended
KINDS = {kind.__name__: kind for kind in (Start, Stop, Started, Ended)}
LARGEST = 4_096  # bytes


def encode(message: Message) -> bytes:
    """Return *message* as a datagram."""
    return json.dumps([type(message).__name__, asdict(message)]).encode()


def decode(data: bytes) -> Message:
    """Return the message of a datagram."""
    kind, fields = json.loads(data)
    message: Message = KINDS[kind](**fields)
    return message

"""Messages between runner and zygote: one JSON object a datagram."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Start:
    """Start the bundle in *folder*; its socket and its log come along as descriptors.

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
    """A seat is confined and about to import its author's code; *pid* as the machine sees it."""

    id: int
    pid: int


@dataclass(frozen=True)
class Ended:
    """A seat is over.

    *failed*: the step that failed before anything of the author ran, or "". *status* is wait(2)'s. *over*: "memory" or
    "cpu" if it exceeded a limit.
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

"""Encode the messages between runner and zygote: one JSON object per datagram."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Start:
    """Request to start a seat with the bundle in *folder*; the datagram carries two descriptors: socket and log.

    *id*: of the seat, unique in its zygote. *number*: selects its user. *is_strict*: the first exception or illegal
    answer ends the seat.
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
    """Request to end the seat *id* at once."""

    id: int


@dataclass(frozen=True)
class Started:
    """Report that a seat is confined and will now import its author's code. *pid*: its process id on the machine."""

    id: int
    pid: int


@dataclass(frozen=True)
class Ended:
    """Report that a seat has ended.

    *failed*: the confinement step that failed before any of the author's code ran, or "". *status*: as in wait(2).
    *over*: "memory" or "cpu" if the seat exceeded that limit, or "".
    """

    id: int
    failed: str
    status: int
    cpu_us: int
    memory_kib: int
    over: str


Message = Start | Stop | Started | Ended
KINDS = {kind.__name__: kind for kind in (Start, Stop, Started, Ended)}
LARGEST = 4_096  # the most bytes of a datagram


def encode(message: Message) -> bytes:
    """Return *message* as a datagram."""
    return json.dumps([type(message).__name__, asdict(message)]).encode()


def decode(data: bytes) -> Message:
    """Return the message in the datagram *data*."""
    kind, fields = json.loads(data)
    message: Message = KINDS[kind](**fields)
    return message

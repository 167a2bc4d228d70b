"""A stream's first message: waited for, and checked. Nothing of it is trusted."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from arena.gateway.auth import Context
from arena.gateway.faults import AtFault, Fault
from arena.gateway.limits import HELLO_BYTES, HELLO_WAIT, SEATS, STRANGERS
from arena.gateway.refused import Refused
from arena.gateway.timekeeper import Now
from arena.wire.columns.layout import VERSION
from arena.wire.gen import link_pb2, seat_pb2

log = logging.getLogger("arena.gateway")

PROTOCOL: Final = 1
INSTANCE: Final = re.compile(r"[!-~]{8,64}")
VARIANT: Final = re.compile(r"[!-~]{1,64}")  # what Postgres cannot store must not get as far as the gateway's rows
RETRY_MS: Final = 1000
TELL_EVERY_US: Final = 10_000_000


class Strangers:
    """Streams of callers that nobody knows yet: not too many at once, and not all of one address.

    Those that are refused are counted for the log, as they are nobody's fault that is known.
    """

    def __init__(self, now: Now) -> None:
        self._now = now
        self._from: Counter[str] = Counter()
        self._refused = 0
        self._told_at = -TELL_EVERY_US

    @contextmanager
    def one_more(self, peer: str) -> Iterator[None]:
        """*peer*, as gRPC names it, is a stranger while the block runs. Raises `Refused`."""
        address = peer.rpartition(":")[0]
        if self._from.total() >= STRANGERS or self._from[address] >= STRANGERS // 2:
            self._note_refused(address)
            line = f"too many streams wait for their Hello or its check: dial again in {RETRY_MS // 1000} second"
            raise Refused(grpc.StatusCode.RESOURCE_EXHAUSTED, line, RETRY_MS)
        self._from[address] += 1
        try:
            yield
        finally:
            self._from[address] -= 1
            self._from += Counter()  # drops those with none left

    def _note_refused(self, address: str) -> None:
        """Not a line for each: whoever floods a gateway is not to fill its disk too."""
        self._refused += 1
        if self._now() - self._told_at >= TELL_EVERY_US:
            self._told_at = self._now()
            log.warning("%d streams were refused before their Hello so far, the last from %s", self._refused, address)


async def first_message(context: Context) -> bytes:
    """The first message as it came. Raises `AtFault`."""
    try:
        async with asyncio.timeout(HELLO_WAIT):
            data = await context.read()
    except TimeoutError:
        raise invalid(f"no Hello came within {HELLO_WAIT:.0f} s: it is the first message of a stream") from None
    if data is grpc.aio.EOF:
        raise invalid("the stream ended before its Hello")
    assert isinstance(data, bytes)
    return data


def hello_in(data: bytes) -> seat_pb2.Hello:
    """The first message, checked. Raises `AtFault` with what is to be changed."""
    message = parse(data, HELLO_BYTES)
    if message.WhichOneof("message") != "hello":
        raise invalid("the first message of a stream is Hello")
    hello = message.hello
    if hello.protocol != PROTOCOL:
        raise invalid(f"protocol {hello.protocol}: this arena speaks {PROTOCOL}")
    if not INSTANCE.fullmatch(hello.instance):
        raise invalid("instance: 8 to 64 printable ASCII characters without spaces, random for each process start")
    if len(hello.build) > 128:
        raise invalid(f"build: {len(hello.build)} characters, at most 128 are accepted")
    if not 0 < len(hello.variants) <= 100 or not all(VARIANT.fullmatch(name) for name in hello.variants):
        raise invalid("variants: name at least one variant id the bot plays, for example spades-4")
    if hello.max_seats > SEATS:
        raise invalid(f"max_seats {hello.max_seats}: 1 to {SEATS} are accepted")
    if hello.columnar not in (0, VERSION):
        raise invalid(f"columnar {hello.columnar}: this arena packs format {VERSION}, 0 is for decisions one by one")
    return hello


def parse(data: bytes, most: int) -> link_pb2.ToArenaEnvelope:
    """A message of at most *most* bytes. Raises `AtFault`."""
    if len(data) > most:
        raise AtFault(Fault.TOO_LARGE, f"a message of {len(data)} bytes: at most {most} are accepted")
    try:
        return link_pb2.ToArenaEnvelope.FromString(data)
    except DecodeError:
        raise invalid("a message that is not a ToArena") from None


def invalid(line: str) -> AtFault:
    """What the protocol forbids; *line* says what was given and what is accepted."""
    return AtFault(Fault.PROTOCOL, line)

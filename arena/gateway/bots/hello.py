"""Read and check Hello, the first message of a bot's stream."""

import asyncio
import re
from typing import Final

import grpc
from google.protobuf.message import DecodeError

from arena.distribution import PROTOCOL
from arena.escapes import clip
from arena.gateway.seats.infractions import InfractionError, StreamInfraction
from arena.guards.auth import STORE_AWAY_MS, Caller, Context, RefusedError
from arena.guards.limits import HELLO_BYTES, HELLO_WAIT, SEATS
from arena.store import Store
from arena.store.errors import StoreUnavailableError
from arena.wire.columns.layout import VERSION
from arena.wire.gen import link_pb2, seat_pb2

INSTANCE: Final = re.compile(r"[!-~]{8,64}")
BUILD: Final = re.compile(r"[ -~]{0,128}")
VARIANT: Final = re.compile(r"[!-~]{1,64}")  # a name that Postgres cannot store would stop the renewal of rows


async def read_first_message(context: Context) -> bytes:
    """Return the first message of a bot's stream, serialised. Raises `InfractionError` if none comes in time."""
    try:
        async with asyncio.timeout(HELLO_WAIT):
            data = await context.read()
    except TimeoutError:
        raise invalid(f"no Hello came within {HELLO_WAIT:.0f} s: it is the first message of a stream") from None
    if data is grpc.aio.EOF:
        raise invalid("the stream ended before its Hello: send Hello first")
    assert isinstance(data, bytes)
    return data


def parse_hello(data: bytes) -> seat_pb2.Hello:
    """Return the checked Hello in *data*. Raises `InfractionError`, whose text says how to correct it."""
    message = parse(data, HELLO_BYTES)
    if message.WhichOneof("message") != "hello":
        raise invalid("the first message is not Hello: send Hello first")
    hello = message.hello
    if hello.protocol != PROTOCOL:
        raise invalid(f"protocol {hello.protocol} is not supported: use protocol {PROTOCOL}")
    if not INSTANCE.fullmatch(hello.instance):
        text = "give 8 to 64 printable ASCII characters without spaces, random for each process start"
        raise invalid(f"instance {clip(hello.instance)!r}: {text}")
    if not BUILD.fullmatch(hello.build):
        raise invalid(f"build: {len(hello.build)} characters, at most 128 printable ones of ASCII are accepted")
    if not 0 < len(hello.variants) <= 100 or not all(VARIANT.fullmatch(name) for name in hello.variants):
        raise invalid(f"variants: {len(hello.variants)} names: give 1 to 100 variants that the bot plays, as spades-4")
    if hello.max_seats > SEATS:
        raise invalid(f"max_seats {hello.max_seats}: 1 to {SEATS} are accepted")
    if hello.columnar not in (0, VERSION):
        raise invalid(f"columnar {hello.columnar}: give {VERSION}, the format of this arena, or 0 for single decisions")
    return hello


def read_version(data: bytes) -> str:
    """Return the bot version that a runner's Hello names, as "simple@2"; "" if it names none."""
    try:
        return parse(data, HELLO_BYTES).hello.version
    except InfractionError:
        return ""  # `parse_hello` refuses it once the caller is known


def parse(data: bytes, most: int) -> link_pb2.ToArenaEnvelope:
    """Return the message in *data*, which may have at most *most* bytes. Raises `InfractionError`."""
    if len(data) > most:
        line = f"a message of {len(data)} bytes: at most {most} are accepted"
        raise InfractionError(StreamInfraction.TOO_LARGE, line)
    try:
        return link_pb2.ToArenaEnvelope.FromString(data)
    except DecodeError:
        raise invalid(f"a message of {len(data)} bytes is not a ToArena; use this arena's proto files") from None


def invalid(line: str) -> InfractionError:
    """Return the error for a message that the protocol forbids. *line*: the text of the error."""
    return InfractionError(StreamInfraction.PROTOCOL, line)


async def check_build(store: Store, caller: Caller, build: str) -> None:
    """Check that *build* is the first one that the version sent. Raises `InfractionError`, `RefusedError`."""
    if not build:
        return
    try:
        first = await store.accounts.keep_build(caller.version_id, build)
    except StoreUnavailableError:
        line = "the arena cannot look the build up just now: dial again in a few seconds"
        raise RefusedError(grpc.StatusCode.UNAVAILABLE, line, retry_ms=STORE_AWAY_MS) from None
    if first != build:
        raise invalid(
            f"build {build!r}: {caller.bot} is build {first!r}, and a version never changes: register a new version,"
            " or send no build (the kit: --build '')"
        )

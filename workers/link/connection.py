"""Connect a worker to a gateway, and show the link secret."""

import asyncio
from collections.abc import Callable
from typing import Final

from arena.wire.address import LINK, Address, AddressError, address_for_secrets
from arena.wire.diagnosis import diagnose
from arena.wire.framed import MOST, Framed
from arena.wire.gen import link_pb2 as pb

PROTOCOL: Final = 1
WELCOME_BYTES: Final = 4096  # the most bytes of the gateway's first message
CONNECT_WITHIN = 1.0  # seconds
LOOKS: Final = 10  # checks in that time; they are counted so that a busy worker does not mistake its delay for silence


class NoLinkError(Exception):
    """Raised when no stream to a gateway can be opened; the text says why."""


class LinkRefusedError(NoLinkError):
    """Raised when a gateway refuses this worker; the text is the gateway's reason."""


class Connection(Framed):
    """A worker's end of a stream to a gateway.

    *heard* gets each message; *free* is called when the stream can be written to again.

    Attributes:
        welcomed: Done when the gateway has admitted this worker; fails with `NoLinkError`.
        over: Done when the stream has ended, with the reason.
    """

    def __init__(self, secret: str, heard: Callable[[pb.ToWorker], None], free: Callable[[], None]) -> None:
        super().__init__(WELCOME_BYTES)
        loop = asyncio.get_running_loop()
        self.welcomed: asyncio.Future[None] = loop.create_future()
        self.over: asyncio.Future[str] = loop.create_future()
        self._secret = secret
        self._heard = heard
        self._free = free

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.send(pb.LinkHello(protocol=PROTOCOL, secret=self._secret).SerializeToString())

    def handle_message(self, message: bytes) -> None:
        if self.welcomed.done():
            self._heard(pb.ToWorker.FromString(message))
        elif refusal := pb.LinkWelcome.FromString(message).refusal:
            self.welcomed.set_exception(LinkRefusedError(refusal))
        else:
            self.most = MOST
            self.welcomed.set_result(None)

    def handle_drain(self) -> None:
        self._free()

    def handle_end(self, why: str) -> None:
        self.over.set_result(why)
        if not self.welcomed.done():
            asked = "check that the gateway listens for workers there (ARENA_LINK_LISTEN)"
            self.welcomed.set_exception(NoLinkError(f"no welcome came ({why}): {asked}"))
            self.welcomed.exception()  # retrieved, so not logged if nobody awaits it


async def dial(text: str, secret: str, heard: Callable[[pb.ToWorker], None], free: Callable[[], None]) -> Connection:
    """Connect to the gateway at *text*; return the `Connection` once it is admitted. Raises `NoLinkError`."""
    try:
        address = address_for_secrets(text, scheme=LINK)
        return await _let_in(address, Connection(secret, heard, free))
    except AddressError as problem:
        raise NoLinkError(str(problem)) from None
    except OSError as problem:  # TimeoutError too
        raise NoLinkError(
            await asyncio.to_thread(diagnose, address) or f"it does not answer ({_why(problem)})"
        ) from None
    except LinkRefusedError:
        raise
    except NoLinkError as problem:
        raise NoLinkError(await asyncio.to_thread(diagnose, address) or str(problem)) from None


async def _let_in(address: Address, line: Connection) -> Connection:
    """Connect *line* to *address*, and wait until the gateway admits it. Raises `OSError`, `NoLinkError`."""
    entering = asyncio.create_task(_enter(address, line))
    try:
        for _ in range(LOOKS):
            await asyncio.wait({entering}, timeout=CONNECT_WITHIN / LOOKS)
            if entering.done():
                return entering.result()
        raise TimeoutError
    except BaseException:
        entering.cancel()
        line.abort("the dial was cancelled")
        raise


async def _enter(address: Address, line: Connection) -> Connection:
    context = address.ssl_context()
    await asyncio.get_running_loop().create_connection(
        lambda: line, address.host, address.port, ssl=context, server_hostname=address.host if context else None
    )
    await line.welcomed
    return line


def _why(problem: OSError) -> str:
    return str(problem) or f"for {CONNECT_WITHIN:.0f} s"

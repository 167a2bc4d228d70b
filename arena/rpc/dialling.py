"""Connecting: the addresses of a name one after another, TLS with HTTP/2, and the proxy that the environment names."""

import asyncio
import base64
import random
import socket
import ssl
from collections.abc import Callable
from typing import Final, TypeVar
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from arena.rpc.endpoint import Endpoint
from arena.wire.address import Address

E = TypeVar("E", bound=Endpoint)
PROXY_ANSWER: Final = 65_536  # bytes
ALPN: Final = "h2"
NEXT: Final = 0.25  # seconds after which the next address is tried too


class NotReached(Exception):
    """Nobody answers at an address, or not as a server of gRPC does; the message says what went wrong."""


async def connected(address: Address, end: Callable[[], E], within: float) -> E:
    """A connection to *address* with *end* on it, *within* so many seconds. Raises `NotReached`, `BadAddress`."""
    context = address.ssl_context()
    if context:
        context.set_alpn_protocols([ALPN])
    try:
        async with asyncio.timeout(within):
            return await _welcomed(await _connected(address, end, context))
    except TimeoutError:
        raise NotReached(f"no answer within {within:g} s") from None
    except OSError as problem:
        raise NotReached(str(problem)) from None


async def _welcomed(made: E) -> E:
    """Not gRPC's who says nothing, or has not agreed on HTTP/2. Raises `OSError`."""
    try:
        if made.alpn not in (None, ALPN):
            raise ConnectionError("what answered does not speak HTTP/2 (it did not agree to it as TLS was set up)")
        await made.welcomed()
    except BaseException:
        made.close()
        raise
    return made


async def _connected(address: Address, end: Callable[[], E], context: ssl.SSLContext | None) -> E:
    loop = asyncio.get_running_loop()
    if not address.host:
        return (await loop.create_unix_connection(end, address.target.removeprefix("unix:")))[1]
    proxy = _proxy(address)
    sock = await (_through(proxy, address) if proxy else _reached(address.host, address.port))
    name = address.host if context else None
    try:
        return (await loop.create_connection(end, sock=sock, ssl=context, server_hostname=name))[1]
    except BaseException:
        sock.close()
        raise


async def _reached(host: str, port: int) -> socket.socket:
    """The first of the addresses of a name that answers, in any order: processes spread over them. Raises `OSError`.

    Where one does not answer soon the next is tried beside it (RFC 8305).
    """
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    random.shuffle(found)
    tries: set[asyncio.Task[socket.socket]] = set()
    try:
        for number, each in enumerate(found, 1):
            tries.add(asyncio.create_task(_opened(*each)))
            if sock := await _first(tries, NEXT if number < len(found) else None):
                return sock
        raise ConnectionError(f"{host} has no address")
    finally:
        for task in tries:
            task.cancel()
        for late in await asyncio.gather(*tries, return_exceptions=True):
            if isinstance(late, socket.socket):
                late.close()


async def _first(tries: set[asyncio.Task[socket.socket]], within: float | None) -> socket.socket | None:
    """What one of *tries* opened, *within* so many seconds; those that are done are taken out.

    Raises:
        OSError: none is left to wait for, and there is no other to come (*within* None).
    """
    problem: BaseException | None = None
    while tries:
        done, _ = await asyncio.wait(tries, timeout=within, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            tries.remove(task)
            if not (problem := task.exception()):
                return task.result()
        if within is not None:
            return None
    raise problem or ConnectionError("nobody answers")


async def _opened(
    family: int, kind: int, protocol: int, _name: str, where: tuple[str, int] | tuple[str, int, int, int]
) -> socket.socket:
    """A socket that is connected. Raises `OSError`."""
    sock = socket.socket(family, kind, protocol)
    sock.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(sock, where)
        return sock
    except BaseException:
        sock.close()
        raise


def _proxy(address: Address) -> SplitResult | None:
    """The HTTP proxy on the way to *address*: never to this machine, nor for what is plain to read.

    Raises `OSError`.
    """
    if address.is_local or not address.tls or proxy_bypass(address.host):
        return None
    proxies = getproxies()
    named = proxies.get("grpc") or proxies.get("https") or proxies.get("http")
    if not named:
        return None
    try:
        proxy = urlsplit(named if "://" in named else f"http://{named}")
        proxy.port  # noqa: B018
    except ValueError as problem:
        raise ConnectionError(f"the proxy that the environment names cannot be used: {problem}") from None
    return proxy


async def _through(proxy: SplitResult, address: Address) -> socket.socket:
    """A tunnel through *proxy* (RFC 9110, CONNECT). Raises `OSError`."""
    loop = asyncio.get_running_loop()
    sock = await _reached(proxy.hostname or "", proxy.port or 80)
    try:
        asked = f"CONNECT {address.target} HTTP/1.1\r\nHost: {address.target}\r\n"
        if proxy.username is not None:
            pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
            asked += f"Proxy-Authorization: Basic {base64.b64encode(pair.encode()).decode()}\r\n"
        await loop.sock_sendall(sock, f"{asked}\r\n".encode())
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            # A byte at a time: what follows is the server's.
            byte = await loop.sock_recv(sock, 1)
            answer += byte
            if not byte or len(answer) > PROXY_ANSWER:
                raise ConnectionError(f"the proxy {proxy.hostname} ended the connection")
        words = answer.split(b"\r\n")[0].decode("latin-1").split(" ", 2)
        if len(words) < 2 or words[1] != "200":
            raise ConnectionError(f"the proxy {proxy.hostname} answered {' '.join(words[1:]) or 'nothing'}")
        return sock
    except BaseException:
        sock.close()
        raise

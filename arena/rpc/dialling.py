"""Connecting: the addresses of a name one after another, TLS with HTTP/2, and the proxy that the environment names."""

import asyncio
import base64
import random
import socket
import ssl
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

from arena.rpc.endpoint import Endpoint
from arena.wire.address import Address

E = TypeVar("E", bound=Endpoint)
PROXY_ANSWER = 65_536  # bytes


class NotReached(Exception):
    """Nobody answers at an address, or not as a server of gRPC does; the message says what went wrong."""


async def connected(address: Address, end: Callable[[], E], within: float) -> E:
    """A connection to *address* with *end* on it, *within* so many seconds. Raises `NotReached`, `BadAddress`."""
    context = address.ssl_context()
    if context:
        context.set_alpn_protocols(["h2"])
    try:
        async with asyncio.timeout(within):
            made = await _connected(address, end, context)
            await made.welcomed()
            return made
    except TimeoutError:
        raise NotReached(f"no answer within {within:g} s") from None
    except OSError as problem:
        raise NotReached(str(problem)) from None


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
    """Any of the addresses of a name that answers: processes spread over them. Raises `OSError`."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    random.shuffle(found)
    problem: OSError = OSError(f"{host} has no address")
    for family, kind, protocol, _name, where in found:
        sock = socket.socket(family, kind, protocol)
        sock.setblocking(False)
        try:
            await loop.sock_connect(sock, where)
            return sock
        except OSError as refused:
            problem = refused
            sock.close()
        except BaseException:
            sock.close()
            raise
    raise problem


def _proxy(address: Address) -> SplitResult | None:
    """The HTTP proxy on the way to *address*: never to this machine, nor for what is plain to read."""
    if address.is_local or not address.tls or proxy_bypass(address.host):
        return None
    proxies = getproxies()
    named = proxies.get("https") or proxies.get("http")
    return urlsplit(named if "://" in named else f"http://{named}") if named else None


async def _through(proxy: SplitResult, address: Address) -> socket.socket:
    """A tunnel through *proxy* (RFC 9110, CONNECT). Raises `OSError`."""
    loop = asyncio.get_running_loop()
    sock = await _reached(proxy.hostname or "", proxy.port or 80)
    try:
        asked = f"CONNECT {address.host}:{address.port} HTTP/1.1\r\nHost: {address.host}:{address.port}\r\n"
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

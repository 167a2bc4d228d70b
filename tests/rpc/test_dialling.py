"""How a server is reached: TLS, a Unix socket, a name with several addresses, a proxy on the way."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import grpc
import pytest

from arena.rpc import Line, NotReached, Server, dial, dialling
from arena.wire.address import Address, parse_address
from tests.certified import certified
from tests.rpc.pairs import MOST
from tests.rpc.raw import connection


@pytest.fixture(scope="session")
def event_loop_policy() -> asyncio.AbstractEventLoopPolicy:
    """The kit alone dials, in asyncio's loop."""
    return asyncio.DefaultEventLoopPolicy()


async def who(_request: bytes, context: Any) -> bytes:
    return str(context.peer().partition(":")[0]).encode()


async def echo(_requests: object, context: Any) -> None:
    while (message := await context.read()) is not None:
        await context.write(message)


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    server = Server(MOST)
    handlers: Any = {
        "Who": grpc.unary_unary_rpc_method_handler(cast(Any, who)),
        "Echo": grpc.stream_stream_rpc_method_handler(cast(Any, echo)),
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("t.T", handlers),))
    yield server
    await server.stop(0)
    assert not server._open


async def answer(line: Line) -> bytes | None:
    """By which kind of address the server was reached."""
    call = line.call("/t.T/Who")
    await call.write(b"")
    call.done_writing()
    answer = await call.read()
    assert await call.read() is None
    line.close()
    await line.gone()
    return answer


@pytest.fixture
def tls(tmp_path: Path) -> tuple[ssl.SSLContext, str]:
    """A server's certificate, and the file of who signed it."""
    files = certified(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(files.chain, files.key)
    context.set_alpn_protocols(["h2"])
    return context, str(tmp_path / "tls-ca.pem")


def credentials(ca: str) -> grpc.ChannelCredentials:
    return grpc.ssl_channel_credentials(Path(ca).read_bytes())


def with_tls(port: int, ca: str) -> Address:
    return replace(parse_address(f"grpcs://localhost:{port}"), ca=ca)


async def test_tls(tls: tuple[ssl.SSLContext, str]) -> None:
    context, ca = tls
    async with serving() as server:
        port = await server.listen("127.0.0.1", 0, context)
        assert await answer(await dial(with_tls(port, ca), MOST, 5)) == b"ipv4"
        with pytest.raises(NotReached, match="certificate"):
            await dial(with_tls(port, ""), MOST, 5)
        with pytest.raises(NotReached):
            await dial(parse_address(f"localhost:{port}"), MOST, 5)
        async with grpc.aio.secure_channel(f"localhost:{port}", credentials(ca)) as channel:
            call: Any = channel.unary_unary("/t.T/Who")
            assert await call(b"") == b"ipv4"


async def test_messages_of_all_sizes_over_tls(tls: tuple[ssl.SSLContext, str]) -> None:
    context, ca = tls
    async with serving() as server:
        line = await dial(with_tls(await server.listen("127.0.0.1", 0, context), ca), MOST, 5)
        call = line.call("/t.T/Echo")
        messages = [bytes([size % 251]) * size for size in (0, 1, 16_379, 65_535, 262_144, MOST, 5)]
        for message in messages:
            writer = asyncio.create_task(call.write(message))
            assert await call.read() == message
            await writer
        call.done_writing()
        assert await call.read() is None
        line.close()
        await line.gone()


async def test_a_client_that_has_not_agreed_on_http_2(tls: tuple[ssl.SSLContext, str]) -> None:
    context, ca = tls
    async with serving() as server:
        port = await server.listen("127.0.0.1", 0, context)
        async with connection(f"localhost:{port}", ssl=ssl.create_default_context(cafile=ca)) as raw:
            raw.is_polite = False
            await raw.end()


async def test_a_server_that_has_not_agreed_on_http_2(tls: tuple[ssl.SSLContext, str]) -> None:
    context, ca = tls
    context.set_alpn_protocols(["http/1.1"])
    async with serving() as server:
        port = await server.listen("127.0.0.1", 0, context)
        with pytest.raises(NotReached, match="HTTP/2"):
            await dial(with_tls(port, ca), MOST, 5)


async def test_a_server_that_stops_while_tls_is_set_up(tls: tuple[ssl.SSLContext, str]) -> None:
    context, ca = tls
    async with serving() as server:
        port = await server.listen("127.0.0.1", 0, context)
        reader, writer = await asyncio.open_connection("localhost", port)
        await asyncio.sleep(0.01)
        await server.stop(0)
        with suppress(ssl.SSLError, ConnectionError):
            async with asyncio.timeout(5):
                await writer.start_tls(ssl.create_default_context(cafile=ca), server_hostname="localhost")
                await reader.read()  # to its end
        writer.close()


async def test_a_unix_socket(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    async with serving() as server:
        await server.listen_unix(str(path))
        assert await answer(await dial(parse_address(f"unix:{path}"), MOST, 5)) == b"unix"
        async with grpc.aio.insecure_channel(f"unix:{path}") as channel:
            call: Any = channel.unary_unary("/t.T/Who")
            assert await call(b"") == b"unix"
    with pytest.raises(NotReached):
        await dial(parse_address(f"unix:{tmp_path}/nothing"), MOST, 5)


async def test_ipv6_and_a_name_with_both() -> None:
    async with serving() as server:
        port = await server.listen("::1", 0)
        assert await answer(await dial(parse_address(f"[::1]:{port}"), MOST, 5)) == b"ipv6"


def silent() -> socket.socket:
    """A socket whose connections are not answered: its queue is full."""
    sock = socket.create_server(("127.0.0.1", 0), backlog=0)
    for _ in range(3):
        other = socket.socket()
        other.setblocking(False)
        other.connect_ex(sock.getsockname())
        full.append(other)
    return sock


full: list[socket.socket] = []


@pytest.mark.parametrize("others", [["refused"], ["silent"], ["refused", "silent", "refused"]])
async def test_a_name_with_several_addresses(others: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        port = await server.listen("127.0.0.1", 0)
        deaf = silent()
        nobody = socket.create_server(("127.0.0.1", 0))
        refusing = nobody.getsockname()
        nobody.close()
        places = [{"refused": refusing, "silent": deaf.getsockname()}[other] for other in others]

        async def found(*_: object, **__: object) -> list[Any]:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", place) for place in [*places, ("127.0.0.1", port)]]

        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", found)
        monkeypatch.setattr(dialling, "NEXT", 0.02)
        monkeypatch.setattr("random.shuffle", lambda _: None)
        assert await answer(await dial(parse_address("localhost:1"), MOST, 5)) == b"ipv4"
        places[:] = [deaf.getsockname()]
        port = refusing[1]
        with pytest.raises(NotReached, match=r"no answer within 0\.1 s"):
            await dial(parse_address("localhost:1"), MOST, 0.1)
        deaf.close()
        while full:
            full.pop().close()


async def test_nobody_there() -> None:
    with pytest.raises(NotReached):
        await dial(parse_address("127.0.0.1:1"), MOST, 5)
    with pytest.raises(NotReached):
        await dial(parse_address("no-such-host.invalid:1"), MOST, 5)


@asynccontextmanager
async def proxy(status: bytes, asked: list[bytes]) -> AsyncIterator[int]:
    """A proxy that answers *status*, and joins what it is asked for to localhost; its port."""

    async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            writer.write(data)
        writer.close()

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readuntil(b"\r\n\r\n"))
        writer.write(b"HTTP/1.1 " + status + b"\r\nVia: test\r\n\r\n")
        if status.startswith(b"200"):
            port = asked[-1].split(b" ")[1].rpartition(b":")[2]
            there, to_there = await asyncio.open_connection("127.0.0.1", int(port))
            await asyncio.gather(copy(reader, to_there), copy(there, writer))
        writer.close()

    server = await asyncio.start_server(join, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def test_a_proxy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = certified(tmp_path, "arena.example")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(files.chain, files.key)
    context.set_alpn_protocols(["h2"])
    asked: list[bytes] = []
    for name in ("grpc_proxy", "http_proxy", "no_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    async with serving() as server, proxy(b"200 Go", asked) as port:
        there = await server.listen("127.0.0.1", 0, context)
        address = replace(with_tls(there, str(tmp_path / "tls-ca.pem")), host="arena.example")
        address = replace(address, target=f"arena.example:{there}")
        monkeypatch.setenv("https_proxy", f"http://ann:p%40ss@127.0.0.1:{port}")
        assert await answer(await dial(address, MOST, 5)) == b"ipv4"
        assert asked[0].startswith(
            f"CONNECT arena.example:{there} HTTP/1.1\r\nHost: arena.example:{there}\r\n".encode()
        )
        assert b"\r\nProxy-Authorization: Basic YW5uOnBAc3M=\r\n" in asked[0]
    async with proxy(b"407 Who are you?", asked) as port:
        monkeypatch.setenv("https_proxy", f"127.0.0.1:{port}")
        with pytest.raises(NotReached, match=r"407 Who are you\?"):
            await dial(address, MOST, 5)
    for bad in ("http://127.0.0.1:port", "http://[::1"):
        monkeypatch.setenv("https_proxy", bad)
        with pytest.raises(NotReached, match="proxy"):
            await dial(address, MOST, 5)
    monkeypatch.setenv("https_proxy", f"127.0.0.1:{port}")
    with pytest.raises(NotReached):  # nobody listens there any more
        await dial(address, MOST, 5)

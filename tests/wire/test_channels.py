"""What a channel trusts and which way it takes, against real listeners."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.guards.certificate import Certificate
from arena.wire.address import Address, load_authorities, parse_address
from arena.wire.diagnosis import diagnose
from tests.certified import certified
from tests.gateway.clients import dialling
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving

FAR = "arena.example"
PROXIES = ("grpc_proxy", "https_proxy", "http_proxy", "no_grpc_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def nothing_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No proxy, and a machine that trusts nobody."""
    for name in ("ARENA_PLAIN", "ARENA_TLS_CA", *PROXIES):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "none"))


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Address]:
    """A gateway with TLS, its certificate signed by the authority in `tls-ca.pem`."""
    files = certified(tmp_path, "localhost", FAR)
    shown = Certificate(str(files.chain), str(files.key))
    async with serving(FewTokens(), listen="grpcs://127.0.0.1:0", certificate=shown) as (_, reached):
        yield parse_address(f"grpcs://localhost:{reached.bots.rpartition(':')[2]}")


async def lets_in(address: Address) -> bool:
    """Whether a bot gets in over asyncio's channel."""
    async with dialling(address) as clients:
        bot = clients.bot()
        try:
            await bot.hello()
        except grpc.aio.AioRpcError:
            return False
        await bot.welcome()
        return True


def connects(address: Address) -> bool:
    """Whether the other channel sends a call."""
    with address.channel((("grpc.use_local_subchannel_pool", 1),)) as channel:
        call: Any = channel.unary_unary("/arena.v1.SeatService/Nothing")
        with pytest.raises(grpc.RpcError) as ended:
            call(b"")
        return ended.value.code() is grpc.StatusCode.UNIMPLEMENTED


async def is_trusted(address: Address) -> set[bool]:
    """Return the verdicts of the kit, the command, the diagnosis and the workers' link."""
    context = address.ssl_context()
    assert context
    try:
        _, line = await asyncio.open_connection(address.host, address.port, ssl=context)
        line.close()
        linked = True
    except ssl.SSLCertVerificationError:
        linked = False
    diagnosed = await asyncio.to_thread(diagnose, address) is None
    return {await lets_in(address), await asyncio.to_thread(connects, address), diagnosed, linked}


async def test_all_parts_trust_the_authorities_of_the_machine(
    arena: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await is_trusted(replace(arena, ca=str(tmp_path / "tls-ca.pem"))) == {True}
    monkeypatch.setenv("SSL_CERT_FILE", str(certified(tmp_path / "other").ca))
    assert await is_trusted(arena) == {False}
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "tls-ca.pem"))
    assert await is_trusted(arena) == {True}


def test_authorities_of_files_and_folders_are_listed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_authorities() is None
    texts = [certified(tmp_path / name).ca.read_bytes().strip() for name in ("file", "one", "two")]
    (tmp_path / "bundle.pem").write_bytes(b"# some words\n" + texts[0] + b"\n" + texts[1])
    for folder, text, names in (("a", texts[1], ["0123abcd.0"]), ("b", texts[2], ["0123abcd.1", "README"])):
        (tmp_path / folder).mkdir()
        for name in names:
            (tmp_path / folder / name).write_bytes(text)
    (tmp_path / "b" / "9876fedc.0").symlink_to(tmp_path / "gone")
    monkeypatch.setenv("SSL_CERT_DIR", f"{tmp_path / 'a'}:{tmp_path / 'nowhere'}:{tmp_path / 'b'}")
    assert load_authorities() == b"\n".join(texts[1:])
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "bundle.pem"))
    assert load_authorities() == b"\n".join(texts)


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Listens where the environment says a proxy is."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        for name in ("grpc_proxy", "https_proxy", "http_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{listening.getsockname()[1]}")
        listening.settimeout(60)
        yield listening


@pytest.mark.parametrize(
    "text", ["127.0.0.1:{}", "localhost:{}", "0.0.0.0:{}", "grpcs://127.0.0.1:{}", "grpcs://localhost:{}"]
)
async def test_plain_and_local_connections_bypass_the_proxy(proxy: socket.socket, text: str) -> None:
    """0.0.0.0 reaches this machine, though nobody would call it that."""
    with socket.create_server(("127.0.0.1", 0)) as direct:
        direct.settimeout(60)
        address = parse_address(text.format(direct.getsockname()[1]))
        with address.channel() as channel:
            method: Any = channel.unary_unary("/arena.v1.SeatService/Nothing")
            call = method.future(b"")
            direct.accept()[0].close()
            call.cancel()
        async with address.aio_channel() as channel:
            channel.get_state(try_to_connect=True)
            (await asyncio.to_thread(direct.accept))[0].close()
    proxy.settimeout(0)
    with pytest.raises(BlockingIOError):
        proxy.accept()


@pytest.fixture
async def joining(arena: Address, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[bytes]]:
    """Run a proxy that joins every request to *arena*; yield the requests."""
    asked: list[bytes] = []
    joined: set[asyncio.Task[None]] = set()

    async def join(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readuntil(b"\r\n\r\n")).partition(b" HTTP/1.")[0])
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        far, ask = await asyncio.open_connection("127.0.0.1", arena.port)
        await asyncio.gather(copy(reader, ask), copy(far, writer), return_exceptions=True)

    def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        joined.add(asyncio.create_task(join(reader, writer)))

    server = await asyncio.start_server(begin, "127.0.0.1", 0)
    monkeypatch.setenv("https_proxy", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    yield asked
    server.close()
    for task in joined:
        task.cancel()
    await asyncio.gather(*joined, return_exceptions=True)


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65_536):
        writer.write(data)
        await writer.drain()
    writer.close()


async def test_a_gateway_beyond_is_reached_through_the_proxy_and_its_certificate_is_checked(
    arena: Address, joining: list[bytes], tmp_path: Path
) -> None:
    far = replace(parse_address(f"grpcs://{FAR}:7443"), ca=str(tmp_path / "tls-ca.pem"))
    assert await lets_in(far)
    assert await asyncio.to_thread(connects, far)
    assert joining == [b"CONNECT arena.example:7443"] * 2
    assert not await lets_in(replace(far, host="other.example", target="other.example:7443"))
    assert not await lets_in(replace(far, ca=str(certified(tmp_path / "other").ca)))
    assert b"CONNECT other.example:7443" in joining

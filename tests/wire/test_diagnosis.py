import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest

from arena.wire.address import Address, address_for_secrets
from arena.wire.diagnosis import diagnose
from tests.certified import certified


@pytest.fixture
async def ports(tmp_path: Path) -> AsyncIterator[tuple[int, int]]:
    """A server's plain port, and one with a certificate for localhost alone."""
    files = certified(tmp_path / "ours", "localhost")
    server = grpc.aio.server()
    credentials = grpc.ssl_server_credentials([(files.key.read_bytes(), files.chain.read_bytes())])
    plain, tls = (server.add_insecure_port("127.0.0.1:0"), server.add_secure_port("127.0.0.1:0", credentials))
    await server.start()
    yield plain, tls
    await server.stop(None)


async def said(text: str, ca: Path | None = None) -> str | None:
    address: Address = address_for_secrets(text, str(ca) if ca else None)
    return await asyncio.to_thread(diagnose, address)


async def test_diagnosis_of_a_good_address_is_empty(ports: tuple[int, int], tmp_path: Path) -> None:
    ca = tmp_path / "ours" / "tls-ca.pem"
    assert await said(f"127.0.0.1:{ports[0]}") is None
    assert await said(f"grpcs://localhost:{ports[1]}", ca) is None
    assert await said("grpcs://localhost:1", ca) is None


async def test_diagnosis_explains_each_fault_in_one_line(ports: tuple[int, int], tmp_path: Path) -> None:
    ours, theirs = tmp_path / "ours" / "tls-ca.pem", certified(tmp_path / "theirs").ca
    plain, tls = ports
    for address, ca, words in (
        (f"127.0.0.1:{tls}", None, f"requires TLS: give grpcs://127.0.0.1:{tls}"),
        (f"grpcs://127.0.0.1:{plain}", ours, f"has no TLS: give 127.0.0.1:{plain} without grpcs://"),
        (f"grpcs://127.0.0.1:{tls}", ours, "is not for '127.0.0.1'"),
        (f"grpcs://localhost:{tls}", theirs, f"is not signed by one of {theirs}"),
    ):
        line = await said(address, ca)
        assert line is not None
        assert words in line
        assert "\n" not in line


async def test_diagnosis_recommends_a_missing_certificate_file(ports: tuple[int, int]) -> None:
    line = await asyncio.to_thread(diagnose, address_for_secrets(f"grpcs://localhost:{ports[1]}"))
    assert line is not None
    assert "an authority that this machine trusts" in line
    assert "--ca FILE or ARENA_TLS_CA" in line

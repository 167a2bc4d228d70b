import logging
import ssl
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.certified import certified
from tests.gateway.clients import until
from tests.workers.gateway import SECRET, ScriptedGateway, serving
from workers.link.link_pool import LinkPool


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    """Of a gateway whose port has TLS."""
    files = certified(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(files.chain, files.key)
    async with serving(ScriptedGateway(), context) as gateway:
        yield gateway.address


async def test_a_worker_of_another_machine_links_with_tls(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TLS_CA", str(tmp_path / "tls-ca.pem"))
    links = LinkPool(SECRET)
    assert await links.to(address).comes_up(30)
    await links.stop()


async def test_why_there_is_no_link_is_said_and_the_secret_stays_here(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("ARENA_TLS_CA", str(certified(tmp_path / "other").ca))
    caplog.set_level(logging.WARNING)
    links = LinkPool(SECRET)
    for where, why in (
        (address, "is not signed by"),
        (address.removeprefix("tls://"), "requires TLS"),
        ("gateway.example.org:7701", "give tls://gateway.example.org:7701, or set ARENA_PLAIN=allow"),
    ):
        links.to(where)
        await _said(caplog, f"no link to the gateway {where}: ", why)
    await links.stop()
    assert SECRET not in caplog.text


async def _said(caplog: pytest.LogCaptureFixture, *words: str) -> None:
    await until(lambda: any(all(word in record.getMessage() for word in words) for record in caplog.records))

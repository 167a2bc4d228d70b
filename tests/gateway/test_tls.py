import asyncio
import logging
import os
import shutil
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import grpc
import pytest

from arena.gateway.server import Endpoints
from arena.gateway.settings import Settings
from arena.guards.certificate import Certificate
from arena.settings import SettingError
from arena.wire.address import address_for_secrets
from arena.wire.gen import seat_pb2
from tests.certified import certified
from tests.gateway.clients import SECRET, Clients, dialling
from tests.gateway.few_tokens import FewTokens
from tests.gateway.serving import serving
from workers.link.connection import NoLinkError, dial


@pytest.fixture
async def listening(
    tokens: FewTokens, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[tuple[Endpoints, str]]:
    """Yield a gateway with TLS for workers: its addresses without TLS, and that of bots with TLS."""
    caplog.set_level(logging.INFO, "arena.gateway")
    files = certified(tmp_path)
    shown = Certificate(str(files.chain), str(files.key))
    both = "127.0.0.1:0, grpcs://127.0.0.1:0"
    async with serving(tokens, listen=both, link_listen="tls://127.0.0.1:0", certificate=shown) as (_, reached):
        said = [record.getMessage().removeprefix("listening on ") for record in caplog.records]
        yield reached, next(line for line in said if line.startswith("grpcs://"))


@pytest.mark.slow
async def test_callers_without_tls_are_disconnected(listening: tuple[Endpoints, str]) -> None:
    host, _, port = listening[1].removeprefix("grpcs://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()


async def test_a_bot_and_a_worker_with_tls_play(
    listening: tuple[Endpoints, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, with_tls = listening
    assert not plain.bots.startswith("grpcs://")
    assert plain.workers.startswith("tls://")
    ca = str(tmp_path / "tls-ca.pem")
    monkeypatch.setenv("ARENA_TLS_CA", ca)
    async with dialling(plain) as near, dialling(address_for_secrets(with_tls, ca)) as far:
        bot, worker = await far.seated(), near.worker()
        await worker.open()
        await worker.ask(1, 3)
        await bot.update("turn")
        await bot.answer(1, 30)
        assert await worker.card(1) == 30


async def is_let_in(clients: Clients, instance: str) -> bool:
    bot = clients.bot()
    try:
        await bot.hello(instance)
    except grpc.aio.AioRpcError:
        return False
    await bot.welcome()
    return True


async def is_linked(address: str) -> bool:
    try:
        line = await dial(address, SECRET, lambda message: None, lambda: None)
    except NoLinkError as problem:
        return "is not signed by" not in str(problem)
    line.close()
    return True


async def test_a_renewed_certificate_is_shown_without_a_restart(
    listening: tuple[Endpoints, str], tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = tmp_path / "tls-ca.pem", certified(tmp_path / "renewed")
    async with (
        dialling(address_for_secrets(listening[1], str(old))) as before,
        dialling(address_for_secrets(listening[1], str(new.ca))) as after,
    ):
        bot = await before.seated("instance-1")
        assert not await is_let_in(after, "instance-2")
        os.replace(shutil.copy(new.chain, tmp_path / "draft"), tmp_path / "tls-cert.pem")
        assert await is_let_in(before, "instance-3")  # half a renewal: the key is still the old one's
        assert "is not renewed" in caplog.text
        os.replace(shutil.copy(new.key, tmp_path / "draft"), tmp_path / "tls-key.pem")
        assert await is_let_in(after, "instance-4")
        assert not await is_let_in(before, "instance-5")
        monkeypatch.setenv("ARENA_TLS_CA", str(old))
        assert not await is_linked(listening[0].workers)
        monkeypatch.setenv("ARENA_TLS_CA", str(new.ca))
        assert await is_linked(listening[0].workers)
        assert "was renewed" in caplog.text
        bot.inbox.forget(seat_pb2.Ping)
        await bot.inbox.take(seat_pb2.Ping)  # who is in stays in


@pytest.fixture
def make_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Settings]:
    """What a gateway makes of an environment."""
    files = certified(tmp_path)
    usual = {
        "ARENA_DSN": "postgresql:///",
        "ARENA_REDIS_URL": "redis://",
        "ARENA_LINK_SECRET": SECRET,
        "ARENA_TLS_CERT": str(files.chain),
        "ARENA_TLS_KEY": str(files.key),
    }

    def settings(**environment: str) -> Settings:
        for name, value in (usual | {"ARENA_PLAIN": "", "ARENA_LINK_ADDRESS": ""} | environment).items():
            monkeypatch.setenv(name, value)
        return Settings.from_environment()

    return settings


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"ARENA_GATEWAY_LISTEN": "0.0.0.0:7700"}, "ARENA_PLAIN=allow"),
        ({"ARENA_GATEWAY_LISTEN": "127.0.0.1:7700,10.1.2.3:7700"}, "grpcs://10.1.2.3:7700"),
        ({"ARENA_GATEWAY_LISTEN": "[::]:7700", "ARENA_PLAIN": "no"}, "ARENA_PLAIN=allow"),
        ({"ARENA_GATEWAY_LISTEN": "unix:/run/arena"}, "Unix socket"),
        ({"ARENA_GATEWAY_LISTEN": "grpcs://0.0.0.0:7443", "ARENA_TLS_CERT": ""}, "ARENA_TLS_CERT is not set"),
        ({"ARENA_GATEWAY_LISTEN": "grpcs://0.0.0.0:7443", "ARENA_TLS_KEY": ""}, "ARENA_TLS_KEY is not set"),
        ({"ARENA_GATEWAY_LISTEN": "grpcs://0.0.0.0:7443", "ARENA_TLS_KEY": "/nowhere"}, "No such file"),
        ({"ARENA_GATEWAY_LISTEN": "grpcs://0.0.0.0:7443", "ARENA_TLS_KEY": __file__}, "give a certificate and its key"),
        ({"ARENA_LINK_ADDRESS": "gateway"}, "ARENA_LINK_ADDRESS=gateway"),
        ({"ARENA_LINK_LISTEN": "0.0.0.0:7701"}, "tls://0.0.0.0:7701"),
        ({"ARENA_LINK_LISTEN": "tls://0.0.0.0:7701", "ARENA_TLS_CERT": ""}, "ARENA_TLS_CERT is not set"),
        ({"ARENA_LINK_SECRET": "old-secret,"}, "ARENA_LINK_SECRET is malformed"),
        ({"ARENA_LINK_SECRET": ", "}, "ARENA_LINK_SECRET is malformed"),
    ],
)
def test_unsafe_settings_are_refused_in_one_line(
    make_settings: Callable[..., Settings], environment: dict[str, str], said: str
) -> None:
    with pytest.raises(SettingError) as refused:
        make_settings(**environment)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert "old-secret" not in str(refused.value)


def test_a_plain_port_for_others_must_be_allowed(make_settings: Callable[..., Settings]) -> None:
    settings = make_settings(ARENA_GATEWAY_LISTEN="0.0.0.0:7700", ARENA_LINK_LISTEN="0.0.0.0:7701", ARENA_PLAIN="allow")
    assert [str(each) for each in settings.listeners] == ["0.0.0.0:7700"]
    assert settings.reached_at(7701) == f"{socket.gethostname()}:7701"


def test_workers_can_get_another_address(make_settings: Callable[..., Settings]) -> None:
    settings = make_settings(
        ARENA_LINK_LISTEN="tls://0.0.0.0:7701", ARENA_LINK_ADDRESS="tls://gateway.example.org:7701"
    )
    assert settings.reached_at(7701) == "tls://gateway.example.org:7701"


def test_a_key_of_another_certificate_is_found_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="KEY_VALUES_MISMATCH"):
        Certificate(str(certified(tmp_path).chain), str(certified(tmp_path / "other").key))


@pytest.mark.parametrize(("secret", "accepted"), [(SECRET, True), ("older", True), ("", False), ("x", False)])
async def test_two_link_secrets_are_taken_while_one_is_changed(tokens: FewTokens, secret: str, accepted: bool) -> None:
    async with serving(tokens, link_secret=f"{SECRET},older") as (_, reached), dialling(reached) as clients:
        worker = clients.worker(secret=secret)
        if accepted:
            await worker.settle()
        else:
            assert "ARENA_LINK_SECRET" in await worker.inbox.end_of_stream()

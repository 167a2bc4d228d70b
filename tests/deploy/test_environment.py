"""The files in deploy/ tell the processes what they read."""

import importlib.util
import re
import socket
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import AuthenticationError, Redis

from arena.gateway.settings import Settings as GatewaySettings
from arena.local.addresses import is_open, port_of
from arena.local.binaries import find_valkey, runnable
from arena.local.state import State
from arena.local.supervisor import Child, Supervisor
from tests.certified import certified
from workers.process.settings import Settings as WorkerSettings
from workers.process.settings import redis_url

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text()
NAME = re.compile(r"\bARENA_[A-Z_]+[A-Z]\b")


def lines(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            yield name, value


def read_by(*places: str) -> set[str]:
    files = [
        file for place in places for file in ([ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"))
    ]
    return {name for file in files for name in NAME.findall(file.read_text())}


def service(name: str) -> str:
    """That part of the compose file."""
    match = re.search(rf"^  {name}:\n((?:    .*\n|\n)+)", COMPOSE, re.MULTILINE)
    assert match, name
    return match[1]


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[str, str]:
    """The environment of the example, with a certificate that is there."""
    settings = dict(lines(DEPLOY / "arena.env.example"))
    for name in read_by("arena", "workers"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    files = certified(tmp_path / "tls", "gateway")
    monkeypatch.setenv("ARENA_TLS_CERT", str(files.chain))
    monkeypatch.setenv("ARENA_TLS_KEY", str(files.key))
    return settings


def test_every_name_is_read_by_somebody(settings: dict[str, str]) -> None:
    assert settings.keys() <= read_by("arena", "workers")


def test_gateway_and_workers_take_it_and_find_each_other(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (hostname,) = re.findall(r"hostname: (\S+)", service("gateway"))
    monkeypatch.setattr(socket, "gethostname", lambda: hostname)
    gateway, worker = GatewaySettings.from_environment(), WorkerSettings.from_environment()
    assert gateway.reached_at(gateway.link_listener.port) == "gateway:7701"
    assert (worker.dsn, redis_url(), worker.link_secret) == (gateway.dsn, gateway.redis_url, gateway.link_secret)
    assert {"prepare", "valkey", "postgres"} <= set(re.findall(r"^  (\w+):$", COMPOSE, re.MULTILINE))
    assert "@postgres:" in gateway.dsn
    assert "@valkey:" in gateway.redis_url


def test_valkey_requires_its_password_which_is_in_no_argument(own_state: State, guard: Supervisor) -> None:
    ((name, password),) = lines(DEPLOY / "valkey.env.example")
    (script,) = re.findall(r"- \|\n((?: {8}.*\n)+)", service("valkey"))
    port = port_of("valkey", own_state)
    here = f"{runnable(find_valkey(), own_state)} - --bind 127.0.0.1 --port {port}"
    words = ("/bin/sh", "-c", textwrap.dedent(script).replace("$$", "$").replace("valkey-server -", here))
    log, folder = own_state.log("valkey"), own_state.folder
    guard.start([Child("valkey", words, log, folder, ready=lambda: is_open(port), env={name: password})])
    with Redis(port=port) as stranger, pytest.raises(AuthenticationError):
        stranger.lpush("spades", "junk")
    with Redis(port=port, password=password) as client:
        assert client.config_get("save", "appendonly") == {"save": "", "appendonly": "no"}
    assert password.encode() not in Path(f"/proc/{guard.pid_of('valkey')}/cmdline").read_bytes()


def test_ports_are_those_that_are_listened_on(settings: dict[str, str]) -> None:
    gateway = GatewaySettings.from_environment()
    with_tls = {listener.port for listener in gateway.listeners if listener.tls}
    plain = {listener.port for listener in gateway.listeners} - with_tls
    published = {int(port) for port in re.findall(r'"\d+:(\d+)"', service("gateway"))}
    assert published == with_tls  # what is plain stays inside
    asked = {int(port) for port in re.findall(r"'127.0.0.1', (\d+)", service("gateway"))}
    assert asked <= plain
    (page,) = {int(port) for port in re.findall(r"0\.0\.0\.0:(\d+)", service("web"))}
    (exposed,) = re.findall(r"^EXPOSE (.+)$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert {int(port) for port in exposed.split()} == plain | with_tls | {gateway.link_listener.port, page}
    assert re.findall(r"- \"?([\d.:]+)|\"([\d.]+:\d+:\d+)\"", service("web")) == [("", f"127.0.0.1:{page}:{page}")]


def test_every_command_of_compose_exists(settings: dict[str, str]) -> None:
    modules = [module for command in re.findall(r"command: \[([\w.]+)\]", COMPOSE) for module in command.split(",")]
    assert sorted(modules) == ["arena.gateway", "arena.local.prepare", "arena.web", "runner", "workers"]
    assert all(importlib.util.find_spec(module) for module in modules)
    assert settings["ARENA_OPERATOR_TOKEN"].startswith("arena_operator_")


def test_every_setting_is_documented() -> None:
    page = (ROOT / "docs" / "reference" / "configuration.md").read_text()
    read = read_by(
        "arena/gateway/settings.py", "workers/process/settings.py", "arena/settings.py", "runner/service/settings.py"
    )
    assert read <= set(NAME.findall(page))


def test_prepare_alone_has_the_operators_token() -> None:
    assert 'ARENA_OPERATOR_TOKEN: ""' not in service("prepare")
    assert all('ARENA_OPERATOR_TOKEN: ""' in service(name) for name in ("gateway", "worker", "web"))


def test_the_page_believes_the_proxy_of_its_machine() -> None:
    (proxy,) = re.findall(r"ARENA_PROXIES: ([\d.]+)", service("web"))
    assert f"gateway: {proxy}" in COMPOSE


def test_gateways_alone_have_the_key_that_signs_roots() -> None:
    assert [name for name in ("prepare", "gateway", "worker", "web") if "ARENA_SIGNING_KEY" not in service(name)] == [
        "gateway"
    ]

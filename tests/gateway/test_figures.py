"""What a gateway tells Prometheus when not all is well."""

import asyncio
import socket
import urllib.error
import urllib.request
from contextlib import ExitStack
from typing import Any

import pytest

from arena import metrics
from arena.gateway.arena_metrics import GatewayMetrics
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.timekeeper import Timekeeper
from arena.health import probes_of
from arena.metrics import ALIVE, READY, in_loop, serving
from arena.settings import SettingError
from arena.store import Store
from arena.wire.address import parse_address


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def read(port: int, path: str = "/metrics") -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return str(answer.read().decode())


def refused(port: int, path: str) -> str:
    """Return the line of an answer 503."""
    with pytest.raises(urllib.error.HTTPError, match="503") as problem:
        read(port, path)
    return str(problem.value.read().decode())


async def test_a_process_is_ready_until_it_stops_or_its_store_is_away(database: str, port: int) -> None:
    store, stopping, loop = await Store.open(database), asyncio.Event(), asyncio.get_running_loop()
    probes = {path: in_loop(loop, probe) for path, probe in probes_of(store, stopping).items()}
    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", list, probes):
        assert [await asyncio.to_thread(read, port, path) for path in (ALIVE, READY)] == ["ok\n"] * 2
        stopping.set()
        assert "stopping" in await asyncio.to_thread(refused, port, READY)
        stopping.clear()
        await store.close()
        assert await asyncio.to_thread(refused, port, READY) == "the database does not answer\n"
        assert await asyncio.to_thread(read, port, ALIVE) == "ok\n"


def test_a_process_whose_loop_hangs_is_not_alive(port: int) -> None:
    def hangs() -> str:
        raise TimeoutError

    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", list, {ALIVE: hangs}):
        assert "too long" in refused(port, ALIVE)


async def test_without_postgres_a_gateway_exposes_its_own_metrics(database: str, port: int) -> None:
    store = await Store.open(database)
    figures = in_loop(asyncio.get_running_loop(), GatewayMetrics(Hub(1.0, Timekeeper()), store, store).read)
    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", figures):
        assert "arena_store_up 1.0\n" in await asyncio.to_thread(read, port)
        await store.close()
        values = await asyncio.to_thread(read, port)
        assert "arena_store_up 0.0\n" in values
        assert "arena_gateway_bots 0.0\n" in values
        assert "arena_boards" not in values
        assert "arena_store_errors_total 2.0\n" in values  # of the store and of the rows, which are the same here


def test_a_process_without_figures_answers_with_an_error(port: int, capsys: pytest.CaptureFixture[str]) -> None:
    def hangs() -> Any:
        raise TimeoutError

    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", hangs):
        assert len(refused(port, "/metrics").splitlines()) == 1
    assert capsys.readouterr().err == ""


async def test_a_reading_that_comes_too_late_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "PATIENCE", 0.05)
    stopped = asyncio.Event()

    async def hangs() -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    with pytest.raises(TimeoutError):
        await asyncio.to_thread(in_loop(asyncio.get_running_loop(), hangs))
    await asyncio.wait_for(stopped.wait(), 30)


def test_a_silent_caller_is_disconnected(
    port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("arena.metrics._Request.timeout", 0.05)
    with (
        serving(parse_address(f"127.0.0.1:{port}"), "gateway", list),
        socket.create_connection(("127.0.0.1", port), 30) as idle,
    ):
        assert idle.recv(1) == b""
        assert "arena_build_info" in read(port)
    assert capsys.readouterr().err == ""


def test_few_are_answered_at_once(port: int) -> None:
    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", list), ExitStack() as stack:
        for _ in range(metrics.AT_ONCE):
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 30))
        with socket.create_connection(("127.0.0.1", port), 30) as track_caller:
            assert track_caller.recv(1) == b""


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = parse_address(f"127.0.0.1:{taken.getsockname()[1]}")
        with (
            pytest.raises(SettingError, match=f"ARENA_METRICS_LISTEN={address}: cannot listen"),
            serving(address, "gateway", list),
        ):
            pass

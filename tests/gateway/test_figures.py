"""What a gateway tells Prometheus when not all is well."""

import asyncio
import socket
import urllib.error
import urllib.request
from typing import Any

import pytest

from arena.gateway.figures import Figures
from arena.gateway.seats.hub import Hub
from arena.gateway.seats.timekeeper import Timekeeper
from arena.metrics import in_loop, serving
from arena.settings import BadSetting
from arena.store import Store
from arena.wire.address import parse_address


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def read(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        return str(answer.read().decode())


async def test_without_postgres_it_tells_its_own(database: str, port: int) -> None:
    store = await Store.open(database)
    figures = in_loop(asyncio.get_running_loop(), Figures(Hub(1.0, Timekeeper()), store, store).read)
    with serving(parse_address(f"127.0.0.1:{port}"), "gateway", figures):
        assert "arena_store_up 1.0\n" in await asyncio.to_thread(read, port)
        await store.close()
        found = await asyncio.to_thread(read, port)
        assert "arena_store_up 0.0\n" in found
        assert "arena_gateway_bots 0.0\n" in found
        assert "arena_boards" not in found
        assert "arena_store_errors_total 2.0\n" in found  # of the store and of the rows, which are the same here


def test_who_cannot_tell_its_figures_does_not_answer_well(port: int) -> None:
    def hangs() -> Any:
        raise TimeoutError

    with (
        serving(parse_address(f"127.0.0.1:{port}"), "gateway", hangs),
        pytest.raises(urllib.error.HTTPError, match="500"),
    ):
        read(port)


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = parse_address(f"127.0.0.1:{taken.getsockname()[1]}")
        with (
            pytest.raises(BadSetting, match=f"ARENA_METRICS_LISTEN={address}: cannot listen there"),
            serving(address, "gateway", list),
        ):
            pass

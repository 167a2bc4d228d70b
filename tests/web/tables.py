"""People who sit down at practice tables over HTTP."""

from typing import Any

import httpx
import pytest

from arena.practice import Table, from_text
from tests.web.conftest import Web

FORM = {"variant": "spades-4", "preset": "official", "length": "1", "seat": "1"}
AS_JSON = {"accept": "application/json"}


@pytest.fixture
def always_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.play.choices.random_seed", lambda: bytes(range(32)))


def person(web: Web, **headers: str) -> httpx.AsyncClient:
    """Another browser."""
    sent = {"sec-fetch-site": "same-origin", **headers}
    return httpx.AsyncClient(base_url=web.url, timeout=60, headers=sent, verify=False)


async def sat_down(client: httpx.AsyncClient, **more: str) -> str:
    answer = await client.post("/play", data={**FORM, **more})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


async def move(client: httpx.AsyncClient, path: str, name: str, version: int, **told: Any) -> httpx.Response:
    return await client.post(f"{path}/{name}", data={"version": version, **told}, headers=AS_JSON)


async def read_table(web: Web, path: str) -> Table:
    row = await web.store.practice.get(path.rpartition("/")[2])
    assert row is not None
    return from_text(row.state)

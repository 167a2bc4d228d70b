"""Pages that follow what happens."""

import asyncio
from contextlib import aclosing

import httpx
import pytest

from arena.guards.refused import Refused
from arena.web.serving import live
from arena.web.serving.live import Live
from tests.api.playing import play_blocks
from tests.web.conftest import HOSTILE, Web


async def test_a_watcher_sees_what_changes(played: Web) -> None:
    async with played.client.stream("GET", f"/tournaments/{httpx.URL(HOSTILE)}.live", timeout=120) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = _events(answer)
        first = await anext(events)
        assert "of 40 boards closed" in first
        assert await play_blocks(played.store) == 3
        async for event in events:
            assert event != first
            if "40 of 40 boards closed" in event:
                return


async def test_who_watches_nothing_is_told(web: Web) -> None:
    answer = await web.get("/tournaments/none.live")
    assert answer.status_code == 404


async def test_many_watch_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "EVERY", 0.0)
    followed, looks, text = Live(), 0, "one"

    async def make() -> str:
        nonlocal looks
        looks += 1
        await asyncio.sleep(0)
        return text

    watchers = [followed.follow("page", make) for _ in range(200)]
    assert {await anext(each) for each in watchers} == {"one"}
    text = "two"
    assert {await anext(each) for each in watchers} == {"two"}
    for each in watchers:
        await each.aclose()  # type: ignore[attr-defined]
    seen = looks
    await asyncio.sleep(0.01)
    assert looks == seen, "nobody follows, and nobody looks"


async def test_a_failure_reaches_who_follows() -> None:
    async def make() -> str:
        raise LookupError("gone")

    with pytest.raises(LookupError, match="gone"):
        async for _ in Live().follow("page", make):
            pass


async def test_only_so_many_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "MOST", 1)
    followed = Live()

    async def make() -> str:
        return "text"

    async with aclosing(followed.follow("page", make)) as first:  # type: ignore[type-var]
        await anext(first)
        with pytest.raises(Refused, match="watch live"):
            await anext(followed.follow("page", make))
    assert await anext(followed.follow("page", make)) == "text"


async def _events(answer: httpx.Response):  # type: ignore[no-untyped-def]
    lines: list[str] = []
    async for line in answer.aiter_lines():
        if line.startswith("data: "):
            lines.append(line.removeprefix("data: "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []

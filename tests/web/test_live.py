import asyncio

import httpx
import pytest
from grpc import StatusCode

from arena.guards.auth import RefusedError
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


async def test_a_live_page_of_an_unknown_tournament_is_refused(reading: Web) -> None:
    assert (await reading.get("/tournaments/none.live")).status_code == 404


async def test_many_watch_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_INTERVAL", 0.0)
    looks, text = 0, "one"
    followed: Live[str] = Live()

    async def make() -> str:
        nonlocal looks
        looks += 1
        await asyncio.sleep(0)
        return text

    watchers = [followed.follow("page", "here", make) for _ in range(200)]
    assert {await anext(each) for each in watchers} == {"one"}
    text = "two"
    assert {await anext(each) for each in watchers} == {"two"}
    for each in watchers:
        await each.aclose()  # type: ignore[attr-defined]
    seen = looks
    await asyncio.sleep(0.01)
    assert looks == seen, "nobody follows, and nobody looks"


@pytest.mark.parametrize(
    ("error", "logged"), [(LookupError("gone"), [True]), (RefusedError(StatusCode.NOT_FOUND, "gone"), [])]
)
async def test_an_error_ends_it_and_a_fault_of_ours_is_logged_once(
    error: Exception, logged: list[bool], caplog: pytest.LogCaptureFixture
) -> None:
    async def make() -> str:
        raise error

    assert [each async for each in Live[str]().follow("page", "here", make)] == []
    assert [record.exc_info is not None for record in caplog.records] == logged


async def test_it_goes_on_when_the_store_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_INTERVAL", 0.0)
    away = False

    async def make() -> str:
        if away:
            raise RefusedError(StatusCode.UNAVAILABLE, "away")
        return text

    text, lives = "one", Live[str]()
    followed = lives.follow("page", "here", make)
    assert await anext(followed) == "one"
    away, text = True, "two"
    waiting = asyncio.ensure_future(anext(followed))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    away = False
    assert await waiting == "two"
    await followed.aclose()  # type: ignore[attr-defined]


async def test_followers_are_sent_a_signal_while_the_store_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "POLL_INTERVAL", 0.0)
    texts = iter(["one", "", "two"])

    async def make() -> str:
        if text := next(texts):
            return text
        raise RefusedError(StatusCode.UNAVAILABLE, "away")

    followed = Live("stale").follow("page", "here", make)
    assert [await anext(followed) for _ in range(3)] == ["one", "stale", "two"]
    await followed.aclose()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("limit", "refused"),
    [
        ("WATCHERS_OF_ADDRESS", ("other", "here")),
        ("WATCHERS", ("page", "there")),
        ("WATCHED_PAGES", ("other", "there")),
    ],
)
async def test_only_so_many_follow(monkeypatch: pytest.MonkeyPatch, limit: str, refused: tuple[str, str]) -> None:
    monkeypatch.setattr(live, limit, 1)
    followed: Live[str] = Live()

    async def make() -> str:
        return "text"

    first = followed.follow("page", "here", make)
    followed.check("page", "here")
    await anext(first)
    with pytest.raises(RefusedError):
        followed.check(*refused)
    await first.aclose()  # type: ignore[attr-defined]
    followed.check(*refused)


async def test_too_many_watchers_are_refused_before_anything_is_sent(
    reading: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "WATCHERS", 0)
    answer = await reading.get("/tournaments/cup.live")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) > 0
    assert "follow live pages" in answer.json()["error"]


async def _events(answer: httpx.Response):  # type: ignore[no-untyped-def]
    lines: list[str] = []
    async for line in answer.aiter_lines():
        if line.startswith("data: "):
            lines.append(line.removeprefix("data: "))
        elif not line and lines:
            yield "\n".join(lines)
            lines = []

from urllib.parse import quote

import pytest

from arena.guards.limits import TABLES_BURST
from tests.web.conftest import Web
from tests.web.tables import AS_JSON, FORM, always_the_same_cards, move, person, read_table, sat_down

__all__ = ["always_the_same_cards"]

pytestmark = pytest.mark.usefixtures("always_the_same_cards")


async def test_requests_of_another_site_are_refused(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        for headers in ({"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"sec-fetch-site": "none"}):
            for to, form in (("/play", FORM), (f"{path}/answer", {"version": 0, "answer": "look"})):
                assert (await client.post(to, data=form, headers=headers)).status_code == 403
        assert not (await read_table(web, path)).own


async def test_a_table_that_cannot_be_is_refused_in_a_line(web: Web) -> None:
    async with person(web) as client:
        for form, line in (
            ({"variant": "whist"}, "does not exist"),
            ({"variant": "<script>alert(1)</script>"}, "does not exist"),
            ({"variant": "\x00"}, "does not exist"),
            ({"preset": "x"}, "is not a preset"),
            ({"length": "99999999999"}, "is unknown"),
            ({"seat": "4"}, "from 0 to 3"),
            ({"seat": "x"}, "from 0 to 3"),
            ({"bot-1": "evil"}, "use one of random, simple"),
            ({"opt-target": "many"}, "target"),
            ({"opt-nothing": "1"}, "nothing"),
            ({"opt-target": "9" * 201}, "201 characters"),
            ({"opt-format": "[" * 150}, "format"),
        ):
            answer = await client.post("/play", data={**FORM, **form})
            assert answer.status_code in (400, 404)
            assert line in answer.text
            assert "<script>alert" not in answer.text
            assert "set-cookie" not in answer.headers


async def test_a_move_that_cannot_be_changes_nothing(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        before = await web.store.practice.get(path.rpartition("/")[2])
        for name, fields, status in (
            ("answer", {"answer": "AS"}, 400),
            ("answer", {"answer": "x" * 5_000}, 400),
            ("answer", {"answer": "\x00"}, 400),
            ("answer", {}, 400),
            ("undo", {}, 400),
            ("claim", {}, 400),
            ("finish", {}, 400),
            ("answer", {"answer": "look", "version": "7"}, 409),
            ("answer", {"answer": "look", "version": "x"}, 400),
            ("answer", {"answer": "look", "version": str(2**70)}, 400),
            ("again", {"seat": "9"}, 400),
            ("again", {"seat": "-1"}, 400),
            ("fly", {}, 404),
        ):
            answer = await client.post(f"{path}/{name}", data={"version": "0", **fields}, headers=AS_JSON)
            assert answer.status_code == status, (name, fields)
            assert await web.store.practice.get(path.rpartition("/")[2]) == before


async def test_a_form_too_large_is_not_read(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        assert (await move(client, path, "answer", 0, answer="x" * 300_000)).status_code == 400
        assert (await client.post("/play", data={f"x{n}": "1" for n in range(1_000)})).status_code == 400


async def test_an_unknown_table_is_not_found(reading: Web) -> None:
    async with person(reading) as client:
        for id in ("nothing", "%00", quote("<img src=x>"), "a" * 3_000, "..%2F..%2Fetc", "%F0%9F%82%A1"):
            for path in (f"/play/{id}", f"/play/{id}.json", f"/play/with/{id}"):
                answer = await client.get(path)
                assert answer.status_code == 404
                assert "<img" not in answer.text


async def test_tables_are_limited_by_address(web: Web) -> None:
    async with person(web) as client:
        for _ in range(TABLES_BURST):
            await sat_down(client)
        answer = await client.post("/play", data=FORM)
        assert answer.status_code == 429
        assert answer.headers.get("retry-after", "60")
        assert "too many tables from your address" in answer.text


@pytest.fixture
def few_moves(monkeypatch: pytest.MonkeyPatch) -> int:
    """How many moves an address has at once; before there is a page."""
    monkeypatch.setattr("arena.web.play.house.MOVES_BURST", 5)
    monkeypatch.setattr("arena.web.play.house.MOVES_RATE", 1)
    return 5


async def test_moves_are_limited_by_address(few_moves: int, web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        statuses = [(await move(client, path, "answer", 99, answer="x")).status_code for _ in range(few_moves)]
        assert set(statuses) == {409}
        while (await move(client, path, "answer", 99, answer="x")).status_code != 429:
            pass  # on a slow machine one comes back now and then

"""Games and boards as pages: what they show is the record's, and of open boards nothing."""

import asyncio
import json
import re
import threading
from collections import Counter
from functools import cache
from html import unescape
from itertools import combinations
from typing import Any

import pytest

from arena.api.local_client import LocalClient
from arena.guards.auth import RefusedError
from arena.rules import card_text, configure, title_of
from arena.rules.check import check_plays
from arena.rules.records.record import to_record
from arena.rules.records.verify import verify
from arena.rules.replays.line import from_line, to_line
from arena.rules.replays.narrate import narrate
from arena.rules.replays.place import finish_record
from arena.web.pages.records import check
from arena.web.pages.records.check import PLAYOUTS
from arena.web.pages.records.game import MAX_HANDS
from arena.wire.gen.records_pb2 import GetBoardRequest
from tests.gateway.clients import until
from tests.rules.playing import random_game
from tests.sizes import sized
from tests.store.house import claimed
from tests.web.conftest import HOSTILE, Web
from tests.web.varied import VARIANTS_PLAYED, VARIED, games_of

EVIL = '<script src="//evil"></script>"onload=\'x'


@cache
def evil_line() -> str:
    game = random_game(configure("pinochle-chips", options={"format": {"kind": "hands", "count": 2}}), 3)
    return to_line(to_record(game, EVIL, [EVIL, f"{EVIL}2", HOSTILE]))


async def test_a_game_is_shown_as_its_record_has_it(reading: Web) -> None:
    listed = await games_of(reading, VARIED)
    assert {game.variant for game in listed} == set(VARIANTS_PLAYED)
    for game in {game.variant: game for game in listed}.values():
        shown = (await reading.get(f"/games/{game.game}.json?hand=2")).json()
        record = shown["record"]
        assert verify(record) == []
        for each in record["hands"]:  # a line has no times
            del each["charged_ms"], each["batch_ms"]
        assert from_line(shown["line"]) == record
        assert (shown["hand"], shown["hands"]) == (1, len(record["hands"]))
        assert [step["kind"] for step in shown["steps"] if step["seat"] >= 0] == [
            decision["kind"] for decision in record["hands"][1]["decisions"]
        ]
        assert shown["board"]["commitment"] == record["commitment"]
        text = unescape(re.sub("<[^>]+>", "\n", (await reading.get(f"/games/{game.game}?hand=2")).text))
        assert title_of(game.variant) in text
        for line in narrate(finish_record(record), 1, shown["players"]):
            assert line.strip() in text


async def test_a_hand_is_checked_and_what_came_out_is_kept(reading: Web) -> None:
    listed = {game.variant: game for game in await games_of(reading, VARIED)}
    checked = 0
    for game in listed.values():
        path = f"/games/{game.game}/check"
        record = (await reading.get(f"/games/{game.game}.json")).json()["record"]
        assert f'href="{path}?hand=1"' in (await reading.get(f"/games/{game.game}")).text
        shown = (await reading.get(f"{path}.json?hand=1")).json()
        checks = list(check_plays(record, 0, playouts=PLAYOUTS))
        assert [(each["decision"] - 1, each["card"]) for each in shown["cards"]] == [
            (each.decision, card_text(each.card)) for each in checks
        ]
        assert [each["regret"] for each in shown["cards"]] == [each.regret for each in checks]
        assert "Cost of each card" in (await reading.get(path)).text
        assert len((await reading.get(f"{path}.csv")).text.splitlines()) == (len(checks) + 1 if checks else 0)
        assert (await reading.get(f"{path}?hand=99")).status_code == 404
        checked += len(checks)
    assert checked


async def test_a_kept_check_waits_for_none_and_one_runs_at_a_time(
    reading: Web, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored, slow, other = [game.game for game in (await games_of(reading, VARIED))[:3]]
    desk, checks = LocalClient(reading.store, lambda count: None), check.Checks()
    page = await checks.check(desk, stored)
    begun, go_on, running = asyncio.Event(), threading.Event(), Counter[str]()
    loop, checked = asyncio.get_running_loop(), check._check_hand

    def check_slowly(text: str, asked: int) -> check.CheckPage:
        running["now"] += 1
        running["most"] = max(running["most"], running["now"])
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(30)
        running["now"] -= 1
        return checked(text, asked)

    monkeypatch.setattr(check, "_check_hand", check_slowly)
    monkeypatch.setattr(check, "MAX_WAITING", 2)
    gone = asyncio.ensure_future(checks.check(desk, slow))
    await begun.wait()
    waiting = asyncio.ensure_future(checks.check(desk, other))
    await until(lambda: checks._waiting == 2)
    assert await checks.check(desk, stored) is page
    with pytest.raises(RefusedError, match="too many checks"):
        await checks.check(desk, other)
    gone.cancel()
    with pytest.raises(asyncio.CancelledError):
        await gone
    go_on.set()
    assert (await waiting).id == other
    assert running["most"] == 1
    assert (await checks.check(desk, slow)).id == slow, "what nobody waited for is kept too"
    assert checks._waiting == 0


async def test_a_board_is_shown_with_all_its_lines(reading: Web) -> None:
    listed = await games_of(reading, VARIED)
    boards = {(await reading.get(f"/games/{game.game}.json")).json()["board"]["board"] for game in listed[:4]}
    for board in boards:
        shown = (await reading.get(f"/boards/{board}.json")).json()
        lines = shown["lines"]
        assert [line["game"] for line in lines] == [game.game for game in listed if game.board == shown["number"]]
        first = shown["partings"][0]
        row = next(row for row in shown["decisions"] if row["is_parting"])
        assert row["decision"] == first["decision"]
        for choice in first["choices"]:
            assert {row["cells"][number]["action"] for number in choice["lines"]} == {choice["action"]}
        for one, other in combinations(range(len(lines)), 2):
            before = [row["cells"] for row in shown["decisions"] if row["decision"] < first["decision"]]
            assert all(cells[one]["action"] == cells[other]["action"] for cells in before)
        assert all(sum(points for _, points in each["parts"]) == each["total"] for each in shown["points"])
        rows = (await reading.get(f"/boards/{board}.csv")).text.splitlines()
        assert rows[0] == "line,game,seat,player,part,points"
        assert len(rows) == 1 + sum(len(each["parts"]) for each in shown["points"])
        for (bot, _), (name, *parts, total) in zip(shown["results"], shown["sources"]["table"]["rows"], strict=True):
            bots = {line["name"]: line["bots"] for line in lines}
            own = [each["total"] for each in shown["points"] if bots[each["line"]][each["seat"]] == bot]
            assert name == bot
            assert float(total) == pytest.approx(sum(own) / len(own), abs=0.05)
            assert sum(map(float, parts)) == pytest.approx(float(total), abs=0.5)
        html = (await reading.get(f"/boards/{board}")).text
        assert html.count("is-parting") == 1
        assert f"<h1>Board {shown['number']} of {VARIED}</h1>" in html
        assert f"board id {board}" in html
        assert f"<b>{shown['results'][0][0]}</b>" in html.partition("scored most")[0]


async def test_a_board_whose_lines_never_part_says_so(reading: Web) -> None:
    game = (await games_of(reading, "cup"))[0]
    board = (await reading.get(f"/games/{game.game}.json")).json()["board"]["board"]
    assert "The lines have no parting" in (await reading.get(f"/boards/{board}")).text


async def test_the_page_says_where_defenders_share_their_points(reading: Web) -> None:
    for game in {game.variant: game for game in await games_of(reading, "cup")}.values():
        board = (await reading.get(f"/games/{game.game}.json")).json()["board"]["board"]
        for path in (f"/games/{game.game}", f"/boards/{board}"):
            is_shown = "Defenders score together" in (await reading.get(path)).text
            assert is_shown == (game.variant == "pinochle-cutthroat")


async def test_games_are_listed(reading: Web) -> None:
    listed = await games_of(reading, VARIED)
    shown = (await reading.get(f"/games.json?tournament={VARIED}")).json()
    assert [game["game"] for game in shown["games"]] == [game.game for game in listed][:100]
    of_bot = (await reading.get(f"/games.json?tournament={VARIED}&bot=alpha@1")).json()["games"]
    assert of_bot
    assert all("alpha@1" in [seat["bot"] for seat in game["seats"]] for game in of_bot)
    of_variant = (await reading.get(f"/games.json?tournament={VARIED}&variant=spades-4&bot=alpha@1")).json()
    assert {game["variant"] for game in of_variant["games"]} == {"spades-4"}
    assert VARIED in of_variant["tournaments"]
    html = (await reading.get(f"/games?tournament={VARIED}&variant=spades-4")).text
    assert '<option value="spades-4" selected>Cutthroat Spades, 4 players</option>' in html
    assert (await reading.get("/games?tournament=none")).status_code == 404
    assert (await reading.get(f"/games?tournament={VARIED}&variant=bridge")).status_code == 404


async def test_the_page_shows_nothing_of_an_open_board(played: Web) -> None:
    claim = await claimed(played.store)
    games = [game.game_id for board in claim.boards for game in board.games]
    assert {int(game.game) for game in await games_of(played, HOSTILE, with_open=True) if game.open} >= set(games)
    boards = await open_boards(played)
    assert len(boards) > len(claim.boards)
    some = sized(4, 1000)
    for path in (*(f"/games/{game}" for game in games[:some]), *(f"/boards/{board}" for board in boards[-some:])):
        for ending in ("", ".json", ".csv", "/check", "/check.json"):
            answer = await played.get(path + ending)
            assert answer.status_code in (400, 404)
            assert "seed" not in answer.text


async def open_boards(web: Web) -> list[int]:
    async with web.store.play.transaction() as connection:
        cursor = await connection.execute("SELECT id FROM boards WHERE state IN ('owed', 'playing')")
        return [row[0] for row in await cursor.fetchall()]


async def test_a_game_comes_as_a_line(reading: Web) -> None:
    line = evil_line()
    answer = await reading.get(f"/games/line?line={line}&hand=2")
    assert answer.status_code == 200
    assert EVIL not in answer.text
    assert '<script src="//evil' not in answer.text
    shown = (await reading.get(f"/games/line.json?line={line}")).json()
    assert (shown["record"], shown["board"]) == (from_line(line), None)


async def test_an_unknown_game_is_refused(reading: Web) -> None:
    for path, status in (
        ("/games/none", 400),
        ("/games/99999999999999999999999", 400),
        ("/games/123456", 404),
        ("/games/-1", 400),
        ("/boards/x", 400),
        ("/boards/123456", 404),
        ("/games/line", 400),
        ("/games/line?line=arena1.AAAA", 400),
        ("/games/line?line=<script>", 400),
        (f"/games/line?line=arena1.{'A' * 20_000}", 400),
        (f"/games/line?line={evil_line()}&hand=3", 404),
        (f"/games/line?line={evil_line()}&hand=0", 404),
        (f"/games/line?line={evil_line()}&hand=-1", 404),
        ("/games/1?hand=x", 400),
    ):
        address, mark, query = path.partition("?")
        for whole in (path, f"{address}.json{mark}{query}"):
            answer = await reading.get(whole)
            assert answer.status_code == status, whole
            assert "<script>" not in answer.text or answer.headers["content-type"] == "application/json"


async def test_the_board_is_asked_for_by_what_it_is(reading: Web) -> None:
    desk = reading.desk
    game = (await games_of(reading, "cup"))[0]
    alone: Any = await desk.ask(GetBoardRequest(game=game.game))
    whole: Any = await desk.ask(GetBoardRequest(board=alone.board))
    assert (len(alone.records), len(whole.records)) == (1, len(whole.games))
    assert json.loads(alone.records[0])["id"] == game.game
    assert (alone.tournament, alone.number, alone.tables) == ("cup", game.board, 1)


async def test_a_line_of_many_hands_is_for_the_command(reading: Web) -> None:
    rules = configure("pinochle-cutthroat", options={"format": {"kind": "hands", "count": MAX_HANDS + 1}})
    line = to_line(to_record(random_game(rules, 1), "x", ["a", "b", "c"], []))
    answer = await reading.get(f"/games/line.json?line={line}")
    assert answer.status_code == 400
    assert "arena replay" in answer.json()["error"]


async def test_only_so_many_wait_for_their_lines(reading: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.pages.records.game.MAX_WAITING", 0)
    answer = await reading.get("/games/line?line=arena1.x")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")

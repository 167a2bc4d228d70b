import asyncio
import json
import re
import threading
from dataclasses import asdict
from random import Random
from typing import Any

import httpx
import psycopg
import pytest

from arena.practice import BadTableError, Table, TableView, show
from arena.rules import VARIANTS, presets_of
from arena.web.play import house
from arena.web.play.house import MOVES
from tests.gateway.clients import until
from tests.web.conftest import Web
from tests.web.tables import FORM, always_the_same_cards, move, person, read_table, sat_down

__all__ = ["always_the_same_cards"]

pytestmark = pytest.mark.usefixtures("always_the_same_cards")


async def test_a_hand_of_every_variant_is_played_out(web: Web) -> None:
    dice = Random(1)
    for variant in VARIANTS:
        async with person(web) as client:
            path = await sat_down(client, variant=variant, preset=next(iter(presets_of(variant))), seat="0")
            table = (await client.get(f"{path}.json")).json()
            while not table["view"]["is_over"]:
                version = table["version"]
                if table["view"]["can_claim"]:
                    table = (await move(client, path, "finish", version)).json()
                    continue
                words = _any_answer(table["view"], dice)
                table = (await move(client, path, "answer", version, answer=words)).json()
            assert table["lines"][0]["hand"] == 0
            ranks = (await read_table(web, path)).game.result().ranks
            assert json.loads(json.dumps(table["view"]["ranks"])) == list(ranks)


def _any_answer(shown: dict[str, Any], dice: Random) -> str:
    if shown["count"]:
        return " ".join(dice.sample(shown["players"][shown["seat"]]["cards"], shown["count"]))
    if shown["choices"]:
        return str(dice.choice(shown["choices"])["text"])
    return str(shown["least"])


async def test_the_page_shows_what_the_seat_sees(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        page, document = await client.get(path), await client.get(f"{path}.json")
        table = await read_table(web, path)
        assert document.json()["view"]["players"] == json.loads(json.dumps(asdict(show(table))["players"]))
        for text in (page.text, document.text):
            assert table.deal.seed.hex() not in text
        for answer in (page, document):
            assert answer.headers["cache-control"] == "no-store"
        assert [player["cards"] is None for player in document.json()["view"]["players"]] == [True, False, True, True]


async def test_undo_hint_show_claim_and_finish_are_kept(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        looked = (await move(client, path, "answer", 0, answer="look")).json()
        hinted = (await move(client, path, "hint", 1)).json()
        assert hinted["hint"]["words"]
        assert hinted["hint"]["why"]
        bid = (await move(client, path, "answer", 2, answer="4")).json()
        back = (await move(client, path, "undo", 3)).json()
        assert back["view"]["players"] == looked["view"]["players"]
        assert bid["view"]["players"] != looked["view"]["players"]
        opened = (await move(client, path, "show", 4)).json()
        assert all(player["cards"] for player in opened["view"]["players"])
        await move(client, path, "answer", 5, answer="3")
        refused = await move(client, path, "claim", 6)
        assert refused.status_code == 400
        assert "the claim is refused" in refused.json()["error"]
        over = (await move(client, path, "finish", 6)).json()
        assert over["view"]["is_over"]
        assert over["view"]["aids"] == {"opened": [0], "undone": 1, "hints": 1}
        assert (await client.get(f"{path}.json")).json()["view"] == over["view"]


async def test_a_table_is_its_persons_alone(web: Web) -> None:
    async with person(web) as client, person(web) as other:
        path = await sat_down(client)
        before = await read_table(web, path)
        await sat_down(other)  # it has a cookie, too
        for answer in (
            await other.get(path),
            await other.get(f"{path}.json"),
            await other.post(f"{path}/again", data={"seat": 0}),
            *[await move(other, path, name, 0, answer="look") for name in MOVES],
        ):
            assert answer.status_code == 403
            assert "This table belongs to another browser" in answer.text.replace("&#39;", "'")
            assert not re.search(r'"[2-9TJQKA][SDCH]"', answer.text)
        assert (await read_table(web, path)).actions == before.actions
        # An index of tables is nowhere, and no id can be guessed.
        assert len(path) >= len("/play/") + 22
        assert path not in (await other.get("/play")).text
        assert path in (await client.get("/play")).text


async def test_the_cookie_is_kept_from_scripts_and_other_sites(web: Web) -> None:
    async with person(web) as client:
        answer = await client.post("/play", data=FORM)
    cookie = answer.headers["set-cookie"].lower()
    for part in ("arena-person=", "httponly", "samesite=lax", "path=/", "max-age=2592000"):
        assert part in cookie


async def test_two_windows_do_not_overwrite_each_other(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        answers = await asyncio.gather(*[move(client, path, "answer", 0, answer="look") for _ in range(6)])
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
        assert "changed in another window" in max(answers, key=lambda each: each.status_code).json()["error"]
        assert len((await read_table(web, path)).own) == 1


async def test_a_friend_plays_the_same_cards_and_both_see_both(web: Web) -> None:
    async with person(web) as ann, person(web) as bob:
        anns = await sat_down(ann, length="4")
        table = (await ann.get(f"{anns}.json")).json()
        assert "A friend has played this deal" in (await bob.get(f"/play/with/{table['deal']}")).text
        bobs = (await bob.post(f"/play/with/{table['deal']}")).headers["location"]
        assert (await read_table(web, bobs)).deal == (await read_table(web, anns)).deal

        async def one_hand(client: httpx.AsyncClient, path: str, bid: str) -> dict[str, Any]:
            version = (await client.get(f"{path}.json")).json()["version"]
            for answer in ("look", bid):
                version = (await move(client, path, "answer", version, answer=answer)).json()["version"]
            return dict((await move(client, path, "finish", version)).json())

        first = await one_hand(ann, anns, "3")
        assert [each["who"] for each in first["everybody"]] == ["you", "friend 1"]
        assert [line["points"][1] for line in first["lines"]] == [None]
        before = (await bob.get(f"{bobs}.json")).json()
        assert before["lines"] == []  # ann's points of this hand would tell of it
        second = await one_hand(bob, bobs, "4")
        points = (await ann.get(f"{anns}.json")).json()["lines"][0]["points"]
        assert second["lines"][0]["points"] == points[::-1]


async def test_the_hand_is_played_again_from_another_seat(web: Web) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        await move(client, path, "answer", 0, answer="look")
        other = (await client.post(f"{path}/again", data={"seat": 3})).headers["location"]
        before, after = await read_table(web, path), await read_table(web, other)
        assert after.deal.seat == 3
        assert after.game.hand.deck == before.game.hand.deck
        assert not after.own
        assert (await client.get(f"{other}.json")).json()["deal"] == (await client.get(f"{path}.json")).json()["deal"]


async def test_a_hand_that_has_ended_is_replayed_without_its_seed(web: Web) -> None:
    async with person(web) as client, person(web) as other:
        path = await sat_down(client, length="4")
        assert "no hand of this table has ended" in (await client.get(f"{path}/replay")).text
        for version, words in enumerate(("look", "3")):
            await move(client, path, "answer", version, answer=words)
        await move(client, path, "finish", 2)
        table = await read_table(web, path)
        for query in ("?hand=1&costs=1", ""):
            page = await client.get(f"{path}/replay{query}")
            document = await client.get(f"{path}/replay.json{query}")
            assert table.deal.seed.hex() not in page.text + document.text
            assert ("Total cost of each player" in page.text) == ("playouts" in document.json()) == bool(query)
        content = document.json()
        assert (content["hands"], content["line"], content["record"]) == (1, "", {})
        assert content["sheet"][0]["seats"][1]["delta"] == table.game.hands[0].deltas[1]
        assert (await client.get(f"{path}/replay?hand=2")).status_code == 404
        assert (await other.get(f"{path}/replay")).status_code == 403
        assert ["Your results" in (await each.get("/play")).text for each in (client, other)] == [True, False]


async def test_old_tables_go_and_the_house_fills_up(web: Web, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE practice_tables SET touched = now() - interval '31 days'")
        assert (await client.get(path)).status_code == 404
        await sat_down(client)
        with psycopg.connect(database) as connection:
            assert connection.execute("SELECT count(*) FROM practice_tables").fetchone() == (1,)
        monkeypatch.setattr("arena.store.practice.tables.MOST", 1)
        answer = await client.post("/play", data=FORM)
        assert answer.status_code == 429
        assert "all 1 practice tables are taken" in answer.text


async def test_bots_of_a_few_tables_think_at_once(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking: list[int] = []
    most, may_go = 0, threading.Event()

    def slow(table: Table) -> TableView:
        nonlocal most
        thinking.append(1)
        most = max(most, len(thinking))
        may_go.wait()
        thinking.pop()
        return show(table)

    async with person(web) as client:
        path = await sat_down(client)
        monkeypatch.setattr(house, "show", slow)
        looks = [asyncio.create_task(client.get(f"{path}.json")) for _ in range(6)]
        await until(lambda: len(thinking) == house.AT_ONCE)
        may_go.set()
        assert {(await look).status_code for look in looks} == {200}
    assert most == house.AT_ONCE


async def test_nothing_rated_is_touched(web: Web, database: str) -> None:
    def counts() -> dict[str, int]:
        with psycopg.connect(database) as connection:
            names = connection.execute("SELECT relname, n_live_tup FROM pg_stat_user_tables").fetchall()
            return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchall()[0][0] for name, _ in names}

    before = counts()
    async with person(web) as client:
        path = await sat_down(client)
        await move(client, path, "answer", 0, answer="look")
        await move(client, path, "answer", 1, answer="2")
        await move(client, path, "finish", 2)
    after = counts()
    assert after.pop("practice_tables") == before.pop("practice_tables") + 1
    assert after == before


async def test_a_damaged_state_is_refused(web: Web, database: str) -> None:
    async with person(web) as client:
        path = await sat_down(client)
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE practice_tables SET state = '{}'")
        with pytest.raises(BadTableError):
            await read_table(web, path)
        for answer in (await client.get(path), await move(client, path, "undo", 0)):
            assert answer.status_code == 409
            assert "another version of the arena" in answer.text


async def test_pages_of_variants_offer_all_there_is(reading: Web) -> None:
    async with person(reading) as client:
        page = (await client.get("/play")).text
        for variant, rules in VARIANTS.items():
            assert f'href="/play?variant={variant}"' in page
            chosen = (await client.get(f"/play?variant={variant}")).text
            for preset in presets_of(variant):
                assert f'value="{preset}"' in chosen
            assert chosen.count('name="bot-') == rules.seats - 1
        assert (await client.get("/play?variant=whist")).status_code == 404

"""What other sites and feed readers get: pictures, tags for previews, badges, the feed."""

import asyncio
import re
from xml.etree import ElementTree

import pytest

from arena.guards.auth import RefusedError
from arena.web.serving import pictures
from arena.web.serving.pictures import Painter, to_png
from tests.web.conftest import HOSTILE, Web

PNG = b"\x89PNG\r\n\x1a\n"
ATOM = "{http://www.w3.org/2005/Atom}"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30" font-weight="{}">{}</text></svg>'


def test_a_picture_has_text_in_both_weights_without_fonts_of_the_system() -> None:
    drawn = [to_png(SVG.format(weight, text)) for weight in (400, 600) for text in ("", "ace", "± 20")]
    assert len(set(drawn)) == 5  # without text both weights are equal


def test_pips_are_those_of_the_script() -> None:
    assert sorted(pictures.PIPS) == ["C", "D", "H", "S", "X"]


async def test_pictures_are_drawn_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MAX_WAITING", 2)
    painter = Painter()
    drawn = await asyncio.gather(*(painter.paint(lambda: SVG) for _ in range(3)), return_exceptions=True)
    assert [type(each) for each in drawn] == [bytes, bytes, RefusedError]


async def test_previews_of_ladder_board_and_hand_have_a_picture(reading: Web) -> None:
    for path in ("/ladder", "/ladder/spades-4", "/boards/1", "/games/1?hand=2"):
        html = (await reading.get(path)).text
        tags = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', html))
        assert tags["og:url"] == reading.url + path
        assert tags["og:title"] in html.partition("</title>")[0]
        assert tags["twitter:card"] == "summary_large_image"
        picture = await reading.get(tags["og:image"])
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"
        assert picture.content.startswith(PNG)
    assert (await reading.get("/boards/999.png")).status_code == 404
    assert "og:image" not in (await reading.get("/rules")).text


async def test_a_badge_has_the_rating_of_a_variant(reading: Web) -> None:
    badge = await reading.get("/bots/alpha/badge.svg?variant=spades-4")
    texts = [each.text for each in ElementTree.fromstring(badge.content).iter("{http://www.w3.org/2000/svg}text")]
    assert texts[::2] == ["alpha@1", "Cutthroat Spades, 4 players"]
    assert re.fullmatch(r"[≤≥]? ?\d+( ± \d+)?", texts[1] or "")
    assert (await reading.get("/bots/none/badge.svg")).status_code == 404
    assert f"{reading.url}/bots/alpha@1/badge.svg" in (await reading.get("/bots/alpha")).text


async def test_the_feed_is_valid_and_its_newest_entry_is_first(reading: Web) -> None:
    answer = await reading.get("/feed.atom")
    assert answer.headers["content-type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    entries = [{each.tag.removeprefix(ATOM): each.text for each in entry} for entry in feed.iter(f"{ATOM}entry")]
    times = [entry["updated"] or "" for entry in entries]
    assert times == sorted(times, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == times[0]
    assert len({entry["id"] for entry in entries}) == len(entries)
    assert {f"Tournament {HOSTILE} created", "Tournament cup finished"} <= {entry["title"] for entry in entries}
    assert '<link rel="alternate" type="application/atom+xml"' in (await reading.get("/")).text


async def test_an_empty_arena_has_a_feed_and_an_example_hand(web: Web) -> None:
    assert ElementTree.fromstring((await web.get("/feed.atom")).content).findtext(f"{ATOM}updated")
    hand = (await web.get("/index.json")).json()["hand"]
    assert (hand["game"], len(hand["tricks"])) == ("", 5)


async def test_the_newest_hand_is_of_a_closed_board(played: Web) -> None:
    hand = (await played.get("/index.json")).json()["hand"]
    game = (await played.get(f"/games/{hand['game']}.json?hand={hand['hand']}")).json()
    assert game["board"]["tournament"] == hand["tournament"]
    assert [delta["delta"] for delta in game["sheet"][game["hand"]]["seats"]] == hand["points"]
    last = [step["cards"][0] for step in game["steps"] if step["kind"] == "play"]
    assert [card for trick in hand["tricks"] for _, card in trick["cards"]] == last[-5 * len(hand["players"]) :]

"""The handbook's navigation and search, and the drawn hands."""

import re
from typing import Any

import pytest

from arena.handbook import FOLDER, navigation
from arena.rules import VARIANTS
from arena.web.pages import search
from arena.web.pages.handbook import deal_example, handbook
from arena.web.pages.search import MAX_HITS, find_sections, list_sections
from tests.web.conftest import Web

PAGES = [page for pages in navigation().values() for page in pages]


async def test_each_page_is_in_the_navigation_and_each_section_in_the_index() -> None:
    assert sorted(PAGES) == sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.md"))
    client: Any = None
    anchors = {path for _, _, path, _ in list_sections()}
    for page in PAGES:
        if page.removeprefix("rules/") not in VARIANTS:
            shown = await handbook(client, page)
            assert "&lt;!--" not in shown.html, page
            paths = {shown.path, *(f"{shown.path}{link.path}" for link in shown.headings[1:])}
            assert paths <= anchors, page
            anchors -= paths
    assert not any("<!--" in text for *_, text in list_sections())
    assert {path.partition("#")[0] for path in anchors} == {f"/rules/{variant}" for variant in VARIANTS}


def test_all_words_must_begin_words_and_titles_come_first() -> None:
    (first, parts), *others = find_sections("GATE err")
    assert first[2] == "/docs/explanation/gate-errors"
    assert parts[1::2] == ["gates", "err", "err"]
    assert len(others) == MAX_HITS - 1
    for word in ("gate", "err"):
        assert all(re.search(rf"(?<![^\W_]){word}", " ".join(each).lower()) for each, _ in others)
    assert find_sections("ates") == find_sections("-- .*") == find_sections("gate xyzzy") == []


async def test_language_models_get_the_whole_handbook_and_a_list_of_its_pages(reading: Web) -> None:
    listed, whole = await reading.get("/llms.txt"), await reading.get("/handbook.md")
    assert [each.headers["content-type"].partition(";")[0] for each in (listed, whole)] == [
        "text/plain",
        "text/markdown",
    ]
    paths = re.findall(r"^- \[.+\]\(http://[^/]+(/.+)\)$", listed.text, re.MULTILINE)
    assert paths == [path for _, path, _ in await search.whole(reading.desk)]
    for page, path in (("rules/spades-4", "/rules/spades-4"), ("reference/protocol", "/docs/reference/protocol")):
        assert (FOLDER / f"{page}.md").read_text() in whole.text
        assert (await reading.get(path)).status_code == 200
        assert path in paths


async def test_the_server_and_the_browser_search_the_same_small_index(reading: Web) -> None:
    html = (await reading.get("/docs?search=gate+err")).text
    assert '<a href="/docs/explanation/gate-errors"><b>Error rates of gates</b>' in html
    assert "<mark>gates</mark>" in html
    assert "No section of the handbook" in (await reading.get("/docs?search=<xyzzy>")).text
    assert (await reading.get(f"/docs?search={'a' * 101}")).status_code == 400
    answer = await reading.get("/docs-index.json")
    assert answer.json() == [list(section) for section in list_sections()]
    assert int(answer.headers["content-length"]) < 300_000  # compressed


@pytest.mark.parametrize("variant", VARIANTS)
async def test_a_page_of_rules_shows_a_hand_and_its_neighbours(reading: Web, variant: str) -> None:
    rules, hand = VARIANTS[variant], deal_example(VARIANTS[variant])
    assert len(hand.cards) == rules.deal.hand
    assert any(is_melded for _, is_melded in hand.cards) == bool(hand.meld) == (rules.melds is not None)
    html = (await reading.get(f"/rules/{variant}")).text
    assert html.count('<g fill="#') == rules.deal.hand
    assert any(card[0] == "X" for card, _ in hand.cards) == ("joker" in variant)
    assert html.count('<span class="mini') == (0 if rules.melds is None else 27 if "double" in variant else 28)
    place = PAGES.index(f"rules/{variant}")
    for page in (PAGES[place - 1], PAGES[place + 1]):
        assert re.search(rf'class="around".*href="(/docs)?/{page}"', html, re.DOTALL)
    assert (await reading.get(f"/docs/rules/{variant}")).headers["location"] == f"/rules/{variant}"

"""Tables sorted by a column, and lists in pages: HTML, JSON and CSV have the same rows."""

import csv
import io
from typing import Any

import pytest

from arena.web.serving.rows import sort_rows
from arena.wire.gen.ratings_pb2 import Strength
from tests.web.conftest import Web
from tests.web.varied import VARIED, games_of


async def rows_of(web: Web, path: str, query: str, name: str = "bot") -> list[Any]:
    """Return the rows of a page; fail if the CSV has others, or another order."""
    page = (await web.get(f"{path}.json{query}")).json()
    tables = page.get("tables", [page])
    rows = [table.get("table", table) for table in tables]
    rows = [line for each in rows for line in each.get("strengths", each.get(f"{name}s", each.get("lines")))]
    written = csv.DictReader(io.StringIO((await web.get(f"{path}.csv{query}")).text))
    assert [line[name] for line in written] == [line[name] for line in rows]
    return rows


@pytest.mark.parametrize(
    ("path", "column"), [("/ladder/spades-4", "rating"), ("/ladder/spades-4", "bot"), ("/tournaments/cup", "low")]
)
async def test_tables_are_sorted_by_a_column(reading: Web, path: str, column: str) -> None:
    ranked = (await reading.get(f"{path}.json")).json()["tables"]
    for sort, other, says in ((column, f"-{column}", "ascending"), (f"-{column}", column, "descending")):
        await rows_of(reading, path, f"?sort={sort}")
        for table, plain in zip((await reading.get(f"{path}.json?sort={sort}")).json()["tables"], ranked, strict=True):
            lines = table["lines"] if "lines" in table else table["table"]["strengths"]
            values = [line[column] for line in lines if line.get(column) is not None]
            assert values == sorted(values, reverse=says == "descending")
            assert table.get("cells") == plain.get("cells"), "the crosstable stays in the order of ranks"
        html = (await reading.get(f"{path}?sort={sort}")).text
        assert f'aria-sort="{says}"><a class="sort" href="?sort={other}"' in html


def test_unset_values_come_last_both_ways() -> None:
    rows = [Strength(bot="a"), Strength(bot="b", low=-1), Strength(bot="c", low=2), Strength(bot="d")]
    for sort, names in (("low", "bcad"), ("-low", "cbad"), ("", "cbad"), ("-bot", "dcba")):
        sort_rows(rows, sort)
        assert "".join(row.bot for row in rows) == names


async def test_lists_are_searched_and_have_pages_both_ways(reading: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [each["bot"] for each in await rows_of(reading, "/bots", "?sort=bot")]
    assert [each["bot"] for each in await rows_of(reading, "/bots", "?search=LPH")] == ["alpha@1"]
    assert len(await rows_of(reading, "/bots", "?search=ann")) == len(whole)
    assert "No bot has “nobody”" in (await reading.get("/bots?search=nobody")).text
    names = [each["name"] for each in (await reading.get("/tournaments.json?sort=-name")).json()["tournaments"]]
    assert names == sorted(names, reverse=True)
    for search, has in (("CUP", "cup"), ("alpha@1", "cup"), ("pinochle", VARIED)):
        shown = (await reading.get(f"/tournaments.json?search={search}")).json()["tournaments"]
        texts = [str([each[key] for key in ("name", "bots", "variants", "kind", "state")]).lower() for each in shown]
        assert has in [each["name"] for each in shown]
        assert all(search.lower() in text for text in texts)
    assert "No tournament has “nothing”" in (await reading.get("/tournaments?search=nothing")).text
    monkeypatch.setattr("arena.web.serving.rows.PAGE_SIZE", 2)
    pages = [await rows_of(reading, "/bots", f"?sort=-bot&page={page}") for page in (1, 2, 3)]
    assert [each["bot"] for page in pages for each in page] == whole[::-1]
    html = (await reading.get("/bots?sort=-bot&page=2")).text
    assert all(f'href="?sort=-bot&amp;page={page}"' in html for page in (1, 3))


async def test_games_have_pages_both_ways(reading: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = [game.game for game in await games_of(reading, VARIED) if game.variant == "spades-4"]
    monkeypatch.setattr("arena.web.pages.records.games.MAX_GAMES", len(listed) // 3 - 1)
    path, token = f"/games.json?tournament={VARIED}&variant=spades-4&token=", ""  # no other test looks at this list
    pages: list[dict[str, Any]] = []
    while not pages or token:
        pages.append((await reading.get(path + token)).json())
        token = pages[-1]["next"]
    assert [game["game"] for page in pages for game in page["games"]] == listed
    assert {page["total"] for page in pages} == {len(listed)}
    for expected in pages[-2::-1]:
        page = (await reading.get(path + pages.pop()["previous"])).json()
        assert page["games"] == expected["games"]
        pages[-1] = page
    assert pages[0]["previous"] == ""

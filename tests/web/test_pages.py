"""Every page in its three forms, over a real socket and a real store."""

import asyncio
import csv
import io
import re
import subprocess
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

import pytest

from arena.api.columns import as_dict
from arena.api.ratings import standings
from arena.api.words import PAGE_WORDS, meaning
from arena.distribution import installed_version
from arena.handbook import FOLDER
from arena.rules import VARIANTS
from arena.web import kit
from arena.web.app import make_app
from arena.web.pages import ladders
from arena.web.pages.table import PAGES
from arena.web.pages.tournaments import tournament
from arena.web.pages.tournaments.tournaments import Lead, lead_of
from arena.web.serving.addresses import HEADERS
from arena.web.serving.rows import row_of, to_csv
from arena.web.serving.templates import titled
from arena.wire.gen.accounts_pb2 import Bot
from arena.wire.gen.ratings_pb2 import GetStrengthsRequest, Strength, StrengthTable
from arena.wire.gen.standings_pb2 import GetStandingsRequest, GetStandingsResponse, Standing, VariantStandings
from arena.wire.login import Login, read_login
from bots.__main__ import main
from tests import ask
from tests.store.house import execute
from tests.web.conftest import AUTHORITY, GATEWAY, HOSTILE, LOGIN, Web
from tests.web.test_games import evil_line
from tests.web.varied import VARIED, games_of

PATHS = (
    "/",
    "/ladder",
    "/ladder/spades-4",
    "/ladder/spades-4?against=all&anchor=alpha@1",
    "/tournaments",
    "/tournaments/cup",
    f"/tournaments/{quote(HOSTILE)}",
    "/infractions/cup",
    f"/infractions/{quote(HOSTILE)}",
    "/strip/alpha@1/beta@1?tournament=cup&variant=spades-4",
    f"/strip/alpha/beta?tournament={quote(HOSTILE)}",
    "/seats/spades-4",
    "/deals/cup",
    f"/deals/{quote(HOSTILE)}",
    "/bots",
    "/bots/alpha",
    "/bots/alpha@1",
    "/versus/alpha@1/beta@1",
    "/versus/alpha/beta?tournament=cup",
    "/games",
    "/games?tournament=cup",
    "/games/1",
    "/boards/1",
    "/rules",
    *(f"/rules/{variant}" for variant in VARIANTS),
    "/docs",
    "/docs/explanation/ratings",
    "/get",
    "/style",
)
FORMULA = re.compile(r"^[=+@]")


def _with(ending: str, path: str) -> str:
    path, mark, query = path.partition("?")
    return f"{path if path != '/' else '/index'}{ending}{mark}{query}"


async def test_pages_come_as_html_and_json_and_load_nothing_from_elsewhere(reading: Web) -> None:
    games = {game.variant: game for game in await games_of(reading, VARIED)}.values()
    lines = [f"/games/line?line={evil_line()}", f"/games?tournament={VARIED}"]
    for path in (*PATHS, *lines, *(f"/games/{game.game}" for game in games)):
        answer, json = await reading.get(path), await reading.get(_with(".json", path))
        assert (answer.status_code, json.status_code) == (200, 200), path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert json.json()
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, (path, name)
        html = answer.text
        assert "</main>" in html
        assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=.?(https?:)?//", html), path
        assert not re.search(r"<script(?![^>]*\bsrc=)", html), path
        assert not re.search(r"<[a-z][^>]*\s(style|on\w+)=", re.sub(r'"[^"]*"', '""', html)), path  # names are escaped


async def test_tables_come_as_csv(reading: Web) -> None:
    answer = await reading.get("/tournaments/cup.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.text)))
    assert {line["bot"] for line in lines} == {f"{bot}@1" for bot in ("alpha", "beta", "gamma", "delta", "omega")}
    csv_text = (await reading.get("/ladder/spades-4.csv")).text
    assert csv_text.startswith("variant,pool,format,bot,boards,rating,error,low")


def test_a_text_is_no_formula_in_a_spreadsheet() -> None:
    assert to_csv([{"a": 1, "b": None, "c": 2}, {"a": 3, "c": 4}]).split() == ["a,c", "1,2", "3,4"]
    (line,) = list(csv.DictReader(io.StringIO(to_csv([row_of(Bot(bot="=1+1", owner="@x"))]))))
    assert not any(FORMULA.match(value) for value in line.values())


async def test_an_address_that_lacks_something_says_what_is_accepted(reading: Web) -> None:
    lacking = await reading.get("/strip/a/b.json")
    assert lacking.status_code == 400
    said = lacking.json()["error"]
    assert said == "parameter tournament is missing: add it, as in /strip/a/b.json?tournament=NAME"
    assert (await reading.get("/games/1.json?hand=x")).json()["error"] == "hand=x is invalid: give a whole number"


async def test_ranks_of_standings_are_ranges(reading: Web) -> None:
    for table in (await reading.get("/tournaments/cup.json")).json()["tables"]:
        for place, line in enumerate(table["lines"], start=1):
            others = [each for each in table["lines"] if each is not line]
            above = [each for each in others if "low" in each and "high" in line and each["low"] > line["high"]]
            assert line["first_place"] <= 1 + len(above)
            assert line["first_place"] <= place <= line["last_place"] <= len(table["lines"])
    assert "Not settled: the first" in (await reading.get("/tournaments/cup")).text
    overall = (await reading.get("/ladder.json")).json()["tables"]
    for table in overall:
        for place, line in enumerate(table["table"]["strengths"], start=1):
            assert line["first_place"] <= place <= line["last_place"]


def test_no_bot_leads_without_an_interval() -> None:
    first, second = Standing(bot="a", score=0.75, low=0.5, high=1), Standing(bot="b", score=0.5, low=0.25, high=0.75)
    lines = [Standing(bot="lucky", score=1), first, second]
    answer = GetStandingsResponse(variants=[VariantStandings(standings=lines)])
    assert lead_of(answer) == Lead("a", "b", 25, 50, False)
    assert lead_of(GetStandingsResponse(variants=[VariantStandings(standings=lines[:2])])) is None


async def test_a_page_begins_with_what_matters(played: Web) -> None:
    new = ask.tournament("soon", [ask.variant("spades-4", {"bag_limit": 5})], ["alpha", "beta", "gamma", "delta"], 1)
    new.allow_same_owner = True
    await played.store.tournaments.create_tournament(new)
    for path, sentence in (
        ("/tournaments/soon", "Not started yet: 4 bots will play 1 board in 1 variant."),
        ("/tournaments/cup", "100% of 60 boards are closed."),
        ("/bots/alpha", "is rated in 2 variants: rank"),
        ("/versus/alpha/beta", "alpha@1 scores"),
    ):
        html = re.sub("<[^>]*>", "", (await played.get(path)).text)
        assert sentence in html, path
    page = (await played.get("/tournaments/soon")).text
    for term in ("4 hands, bag limit 5", "5 s for a decision", "arena tournament enter soon BOT", "alpha@1"):
        assert term in page
    assert "boards closed" not in page
    cup = (await played.get("/tournaments/cup.json")).json()["look"]["tournament"]
    assert cup["started"] <= cup["ended"]


async def test_bots_without_an_interval_are_apart(reading: Web) -> None:
    for path in (f"/tournaments/{VARIED}", "/tournaments/cup"):
        for table in (await reading.get(f"{path}.json")).json()["tables"]:
            provisional = ["low" not in line for line in table["lines"]]
            assert provisional == sorted(provisional)
    assert "Provisional: fewer than 10 boards or 3 blocks" in (await reading.get(f"/tournaments/{VARIED}")).text


def test_explained_words_are_on_the_concepts_page() -> None:
    concepts = (FOLDER / "concepts.md").read_text()
    assert [text for text in PAGE_WORDS if f"**{text}**" not in concepts and f"`{text}`" not in concepts] == []


async def test_words_on_pages_are_explained(played: Web) -> None:
    words = {"/tournaments/cup": "trust", "/ladder": "kind", "/bots": "bot", "/versus/alpha/beta": "pool"}
    for path, text in words.items():
        html = (await played.get(path)).text
        assert re.search(
            rf'<a class="(word|sort)" href="[^"]+" title="{re.escape(str(meaning(text)))}">{text}</a>', html
        )


@pytest.mark.parametrize("query", ["", "?against=all", "?anchor=beta@1", "?against=all&anchor=beta@1&sort=-rating"])
async def test_the_ladder_shows_what_the_api_answers(reading: Web, query: str) -> None:
    view: dict[str, Any] = {"against_all": "against" in query, "recent": not query}
    view["anchor"] = "beta@1" * ("anchor" in query)
    (table,) = (await reading.desk.ask(GetStrengthsRequest(variants=["spades-4"], brief=True, **view))).tables
    (shown,) = (await reading.get(f"/ladder/spades-4.json{query}")).json()["tables"]
    assert shown["table"] == as_dict(table)
    html = (await reading.get(f"/ladder/spades-4{query}")).text
    assert ("beta@1 at 1500" in html) == bool(view["anchor"])
    for line in table.strengths if view["against_all"] else ():
        ends = f"{100 * line.against_all_low:.1f} to {100 * line.against_all_high:.1f}%"
        assert (
            f'>{line.against_all:.1%}</td><td class="n">{ends if line.HasField("against_all_low") else "–"}</td>'
            in html
        )
    refusal = (await reading.get("/ladder/spades-4.json?against=us")).json()["error"]
    assert refusal == "against 'us' is unknown; give against=all, or leave it out"


async def test_lists_show_what_the_api_answers(reading: Web) -> None:
    tables = (await reading.desk.ask(GetStrengthsRequest(brief=True))).tables
    best = (await reading.get("/bots.json")).json()["best"]
    assert best.keys() == {line.bot for table in tables for line in table.strengths}
    for bot, (variant, line, size) in best.items():
        lines = [(each, table) for table in tables for each in table.strengths if each.bot == bot]
        assert (line, variant, size) in [(as_dict(each), of.variants[0], len(of.strengths)) for each, of in lines]
    tops = (await reading.get("/ladder.json")).json()["tops"]
    assert {top["table"]["variants"][0] for top in tops} == {table.variants[0] for table in tables}
    assert "Not played yet: " in (await reading.get("/ladder")).text
    leads = (await reading.get("/tournaments.json")).json()["leads"]
    for name in ("cup", VARIED):
        lead = lead_of(await reading.desk.ask(GetStandingsRequest(name=name)))
        assert leads[name] == (lead and asdict(lead))
    for strip in (await reading.get("/versus/alpha/beta.json")).json()["strips"]:
        scores = [board["score"] for board in strip["answer"]["boards"]]
        assert strip["won"] == sum(score > 0.5 for score in scores)
        assert f"Won {strip['won']}, even {strip['even']}, lost" in (await reading.get("/versus/alpha/beta")).text


async def test_a_bots_page_draws_its_rating_by_day(played: Web, database: str) -> None:
    shown = (await played.get("/bots/alpha.json")).json()
    for variant in (first := shown["variant"], *shown["played"]):
        html = (await played.get(f"/bots/alpha?variant={variant}" if variant != first else "/bots/alpha")).text
        assert html.count(f"Rating by day in {titled(variant)}") == html.count("One day so far: ") == 1
    assert len(shown["played"]) == 2
    assert "alpha@1 has no closed boards in spades-3" in (await played.get("/bots/alpha?variant=spades-3")).text
    execute(database, "UPDATE official_ratings SET day = day - 9")
    await played.store.accounts.register_bot("beta", "2", "ann", b"2" * 32)
    await played.store.ratings.rebuild()
    await played.store.ratings.fit_tables()
    for table in (await played.get("/bots/beta@1.json")).json()["standings"]:
        first, last = table["days"]
        assert last == {name: table["line"][name] for name in last if name != "day"} | {"day": last["day"]}
        assert first | {"day": last["day"]} == last
        (line,) = table["history"]["series"]
        assert (line["name"], line["line"].split(",")[0], line["marks"][0]["x"]) == ("beta@1", "3.7", 96.3)
        assert [row[2] for row in table["history"]["table"]["rows"]] == [f"{last['rating']:.0f}"] * 2
    assert "change</th>" in (await played.get("/ladder/spades-4")).text
    newest = "version_id = (SELECT max(id) FROM bot_versions)"
    beta = "(SELECT id FROM named_versions WHERE bot = 'beta@1')"
    execute(database, f"UPDATE official_ratings SET {newest} WHERE day < utc_day() AND version_id = {beta}")
    for table in (await played.desk.ask(GetStrengthsRequest(days_of="beta@1"))).tables:
        assert [each.bot for each in table.days] == ["beta@1", "beta@2"]


async def test_the_race_ends_with_the_standings(reading: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    (shown, *_) = (await reading.desk.ask(GetStandingsRequest(name=VARIED, course=True))).variants
    assert list(shown.tenths) == sorted({*shown.tenths})
    for line in shown.standings:
        assert line.means[-1] == pytest.approx(line.score)
        assert sum(line.counts) == line.boards
    monkeypatch.setattr(standings, "MAX_FOLLOWED", 0)
    assert not (await reading.desk.ask(GetStandingsRequest(name=VARIED, course=True))).variants[0].tenths


async def test_each_chart_has_a_title_axes_and_a_table(reading: Web) -> None:
    for path, titles in (
        (
            "/bots/alpha@1?variant=spades-4",
            ("Rating by variant", "Bids made", "Points by source", "Boards by score"),
        ),
        (f"/tournaments/{VARIED}", ("Race of the scores",)),
    ):
        html = (await reading.get(path)).text
        figures = re.findall(r"<figure class=\"chart.*?</figure>", html, re.DOTALL)
        ids = [re.search(r'aria-labelledby="(.+?)"', figure) for figure in figures]
        assert len({each and each[1] for each in ids}) == len(figures) >= len(titles)
        for figure in figures:
            assert re.search(r"<title id=.*?; to the right: \w.*</title>", figure)
            assert 'class="unit"' in figure
            assert '-numbers"><summary>Numbers</summary>' in figure
            assert figure.count("<tr>") >= 2
        assert [title for title in titles if f"<figcaption>{title}" not in html] == []


async def test_the_crosstable_is_the_apis_seen_from_both_sides(reading: Web) -> None:
    (of, *_) = (await reading.desk.ask(GetStandingsRequest(name="cup", variant="spades-4"))).variants
    shown = (await reading.get("/tournaments/cup.json")).json()["tables"]
    (table,) = [each for each in shown if each["variant"] == "spades-4"]
    cells = {(cell["bot"], cell["opponent"]): cell for row in table["cells"] for cell in row if cell}
    assert len(cells) == 2 * len(of.crosstable)
    for meeting in of.crosstable:
        assert cells[meeting.bot, meeting.opponent]["score"] == meeting.score
        assert cells[meeting.opponent, meeting.bot]["score"] == pytest.approx(1 - meeting.score)


async def test_a_crosstable_is_of_the_first_bots(played: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournament, "MAX_IN_CROSSTABLE", 2)
    (table, *_) = (await played.get("/tournaments/cup.json")).json()["tables"]
    assert [len(row) for row in table["cells"]] == [2, 2]
    assert len(table["lines"]) > 2


async def test_an_uneven_tournament_links_to_scores_against_all(played: Web, database: str) -> None:
    link = '<a href="/ladder/spades-4?against=all">Scores against all</a>'
    assert link not in (await played.get("/tournaments/cup")).text
    both = "SELECT array_agg(id) FROM named_versions WHERE bot IN ('alpha@1', 'beta@1')"
    execute(database, f"DELETE FROM tallies WHERE players @> ({both})")
    assert link in (await played.get("/tournaments/cup?sort=bot")).text
    (unmet,) = ladders._notes(StrengthTable(strengths=[Strength(bot="a", unmet="b")]))
    assert unmet == "Pairs that have not met: 1 (a and b)."


async def test_names_are_text(reading: Web) -> None:
    for path in ("/", "/tournaments", f"/tournaments/{quote(HOSTILE)}", "/bots/alpha@1"):
        html = (await reading.get(path)).text
        assert HOSTILE not in html
        assert "&lt;img src=x" in html


async def test_an_unknown_page_is_refused_in_one_line(reading: Web) -> None:
    for path, says in (
        ("/tournaments/none", "no tournament"),
        ("/bots/none", "does not exist"),
        ("/ladder/bridge", "bridge"),
        ("/rules/bridge", "bridge"),
        ("/docs/%2e%2e/pyproject", "does not exist"),
        ("/docs/%00", "does not exist"),
        (f"/docs/{'a' * 300}", "does not exist"),
        ("/nothing", "does not exist"),
    ):
        html, json = await reading.get(path), await reading.get(f"{path}.json")
        assert (html.status_code, json.status_code) == (404, 404)
        assert says in html.text.lower()
        assert "\n" not in json.json()["error"]


async def test_an_unknown_page_suggests_similar_names(reading: Web) -> None:
    for path, similar in (
        ("/bots/Alhpa", "/bots/alpha"),
        ("/gates/cupp", "/gates/cup"),
        ("/rules/spade-4", "/rules/spades-4"),
    ):
        assert f'Did you mean <a href="{similar}">' in (await reading.get(path)).text


async def test_the_navigation_marks_the_section(reading: Web) -> None:
    for path, section in (
        ("/games", "Tournaments"),
        ("/versus/alpha@1/beta@1", "Bots"),
        ("/bots/none", "Bots"),
        ("/sign-in", "Desk"),
    ):
        assert re.findall(r'aria-current="true">(\w+)', (await reading.get(path)).text) == [section]


async def test_an_empty_arena_has_pages_too(web: Web) -> None:
    for path in ("/", "/ladder", "/ladder/spades-4", "/tournaments", "/bots"):
        assert (await web.get(path)).status_code == 200, path
    assert "/style" not in {getattr(route, "path", "") for route in make_app(web.store, lambda _: None).routes}


async def test_a_page_that_did_not_change_is_not_sent_again(reading: Web) -> None:
    first = await reading.get("/rules")
    again = await reading.get("/rules", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_fault_of_ours_has_the_safe_headers_too(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.pages.handbook.rules_page", lambda _rules: 1 / 0)
    answer = await web.get("/rules/spades-4")
    assert answer.status_code == 500
    assert all(answer.headers[name] == value for name, value in HEADERS.items())
    assert answer.headers["cache-control"] == "no-store"


async def test_the_page_answers_probes(web: Web) -> None:
    for path in ("/healthz", "/readyz"):
        answer = await web.get(path)
        assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "ok\n", "no-store")
    await web.store.close()
    assert (ready := await web.get("/readyz")).status_code == 503
    assert [(await web.get("/healthz")).text, ready.text] == ["ok\n", "the database does not answer\n"]


async def test_the_first_page_is_light(reading: Web) -> None:
    """All that it loads, compressed: under 60 kB."""
    html = await reading.get("/")
    fonts = re.findall(r'url\("([^"]+)"\)', (await reading.get("/static/arena.css")).text)
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', html.text)) | {f"/static/{font}" for font in fonts}
    assert len(fonts) == 2
    sizes = [(await reading.get(path)).num_bytes_downloaded for path in loaded]
    assert html.num_bytes_downloaded + sum(sizes) < 60_000


async def test_assets_of_a_page_are_cached_by_their_version(reading: Web) -> None:
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', (await reading.get("/")).text)
    for path in loaded:
        assert "immutable" in (await reading.get(path)).headers["cache-control"], path
        if not path.endswith(".woff2"):
            assert (await reading.get(path.partition("?")[0])).headers["cache-control"] == "no-cache"


async def test_the_pages_are_described(reading: Web) -> None:
    described = (await reading.get("/openapi.json")).json()
    for page in PAGES:
        path = re.sub(r":path}", "}", f"{page.path or '/index'}.json")
        assert described["paths"][path]["get"]["summary"], path


async def test_the_page_offers_the_kit_and_the_gateway(
    reading: Web, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("arena_owner_x"))
    monkeypatch.setattr("bots.login.command.check_token", lambda *_: None)  # its gateway does not exist
    assert await asyncio.to_thread(main, ["login", f"{reading.url}/invite/x"]) == 0
    assert read_login() == Login(GATEWAY.server, str(tmp_path / "trick-arena/ca.pem"), "arena_owner_x")
    kit.build_wheel.cache_clear()
    offered = (await asyncio.gather(*(reading.get("/get.json") for _ in range(3))))[0].json()
    assert kit.build_wheel.cache_info().misses == 1
    assert (await reading.get("/get/arena-ca.pem")).text == offered["ca"] == f"{AUTHORITY}\n"
    content = (await reading.get(f"/get/{offered['wheel']}")).content
    assert sha256(content).hexdigest() == offered["sha256"]
    page = (await reading.get("/get")).text
    assert f"pip install 'trick-arena @ {reading.url}/get/{offered['wheel']}#sha256={offered['sha256']}'" in page
    assert [LOGIN in page, LOGIN in (await reading.get("/")).text] == [True, True]
    with ZipFile(io.BytesIO(content)) as wheel:
        names = set(wheel.namelist())
        lines = list(
            csv.reader(wheel.read(f"trick_arena-{installed_version()}.dist-info/RECORD").decode().splitlines())
        )
    assert {path for path, *_ in lines} == names
    assert {"bots/sdk/command.py", "arena/docs/index.md", "arena/web/templates/get.html"} <= names
    assert not [name for name in names if name.endswith((".so", ".pyc"))]
    assert (await reading.get("/get/trick_arena-0.0.9-py3-none-any.whl")).status_code == 404


def test_the_wheel_has_only_the_arenas_own_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install = """mkdir bots docs trick_arena-1.dist-info; touch bots/ours.py bots/secret.py docs/a; cd bots
        ln -s secret.py link.py; printf 'bots/%s,,\n' ours.py link.py > ../trick_arena-1.dist-info/RECORD"""
    clone = "git init -q; git add docs bots/ours.py bots/link.py"
    monkeypatch.setattr(kit, "ROOT", tmp_path)
    for command, files in ((install, {"bots/ours.py"}), (clone, {"bots/ours.py", "arena/docs/a"})):
        subprocess.run(command, shell=True, cwd=tmp_path, check=True)
        with ZipFile(io.BytesIO(kit.build_wheel.__wrapped__()[1])) as wheel:
            assert {name for name in wheel.namelist() if ".dist-info/" not in name} == files

"""Every link and anchor of every kind of page leads somewhere, for strangers, owners and operators."""

import re
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

import httpx

from arena.wire.gen.accounts_pb2 import RegisterBotRequest
from tests import ask
from tests.sizes import IS_LONG
from tests.web.conftest import BOTS, Web
from tests.web.desk.conftest import BOSS, SignUp, Visitor
from tests.web.desk.test_submitted import submit_bot
from tests.web.varied import play_blocks_varied, play_varied

SAME_KIND = 2  # pages of one kind that are followed: the tenth game has the links of the first
EACH = ("/rules", "/desk", *["/docs"] * IS_LONG)  # each page below these is a kind of its own
STATE = re.compile(r"\w+=")  # a fragment that a script reads: "#decision=3&seat=1"
KINDS: Final[dict[str, dict[str, Any]]] = {"swiss": {"rounds": 2}, "ladder": {}, "gauntlet": {"challengers": 1}}
Get = Callable[[str], Awaitable[httpx.Response]]


class Links(HTMLParser):
    """Collect where a page leads, and its anchors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.anchors.update(name for name in (attributes.get("id"),) if name)
        is_query = tag == "form" and (attributes.get("method") or "get") == "get"
        if is_query and attributes.get("action") != "/games/line":  # which is refused without a line
            self.links.append(attributes.get("action") or "")
        self.links += [link for name in ("href", "src") if (link := attributes.get(name))]


def _kind(address: str) -> tuple[str, ...]:
    """What pages have in common that are made by the same template of the same sort of thing."""
    parts = urlsplit(address)
    path = parts.path if parts.path.startswith(EACH) else re.sub(r"[^/.]+", "x", parts.path[1:])
    top = parts.path.split("/")[1]
    return (top, path, *sorted(name for name, _ in parse_qsl(parts.query)))


async def crawl(get: Get, start: str = "/") -> Counter[str]:
    """Follow all links of pages below *start*, which must lead somewhere; count pages by top folder."""
    todo, seen, kinds = deque([(start, "the start")]), {start}, Counter[tuple[str, ...]]()
    anchors: dict[str, set[str]] = {}
    wanted: list[tuple[str, str, str]] = []
    while todo:
        address, source = todo.popleft()
        kinds[_kind(address)] += 1
        if kinds[_kind(address)] > SAME_KIND:
            continue
        answer = await get(address)
        assert answer.status_code < 400, f"{address}, linked from {source}: {answer.status_code}\n{answer.text[-2000:]}"
        if answer.is_redirect:
            _add(urljoin(address, answer.headers["location"]), address, seen, todo)
        if not address.startswith(start) or "text/html" not in answer.headers.get("content-type", ""):
            continue
        page = Links(answer.text)
        anchors[address] = page.anchors
        for link in page.links:
            whole, fragment = urldefrag(urljoin(address, link))
            if not urlsplit(whole).netloc and not whole.startswith("data:"):
                _add(whole, address, seen, todo)
                wanted += [(whole, unquote(fragment), address)] if fragment and not STATE.match(fragment) else []
    dead = [f"{whole}#{name} on {page}" for whole, name, page in wanted if name not in anchors.get(whole, {name})]
    assert dead == []
    return Counter(kind[0] for kind in kinds)


def _add(address: str, source: str, seen: set[str], todo: deque[tuple[str, str]]) -> None:
    if address not in seen:
        seen.add(address)
        todo.append((address, source))


async def fill(web: Web) -> None:
    """Add one of everything: tournaments in every state, gates, a ladder, bots of every kind."""
    await web.desk.ask(RegisterBotRequest(name="alpha", version="2.0", owner="ann"), BOSS)
    bots, variants = [f"{bot}@1" for bot in BOTS], [ask.variant("spades-4")]
    tournaments = web.store.tournaments
    for name in ("not-begun", "cancelled"):
        new = ask.tournament(name, variants=variants, bots=bots, boards=1, allow_same_owner=True)
        await tournaments.create_tournament(new)
    await tournaments.cancel_tournament("cancelled")
    for kind, settings in KINDS.items():
        new = ask.tournament(kind, variants=variants, bots=bots, boards=1, allow_same_owner=True, kind=kind, **settings)
        await tournaments.create_tournament(new)
        await tournaments.start_tournament(kind)
    await tournaments.create_gate(ask.gate("alpha@2.0", "alpha@1", [ask.variant("pinochle-two-handed")]))
    await play_blocks_varied(web.store, 4)


async def test_no_link_is_dead(played: Web, operator: Visitor, sign_up: SignUp) -> None:
    await play_varied(played.store, most_blocks=4)
    await fill(played)
    seen = await crawl(played.get)
    kinds = {"", "ladder", "tournaments", "gates", "bots", "games", "boards", "rules", "docs", "play", "static"}
    assert kinds <= set(seen)
    assert (await crawl(operator.get, "/desk"))["desk"] >= 6
    owner, token = await sign_up("bob", "first")
    await submit_bot(played, token)
    assert (await crawl(owner.get, "/desk"))["desk"] >= 3
    for path, to in (("/tournaments/gate-1", "/gates/gate-1"), ("/gates/cup", "/tournaments/cup")):
        for ending in ("", ".json"):
            answer = await played.get(path + ending)
            assert (answer.status_code, answer.headers["location"]) == (308, to + ending)
    assert (await played.get("/gates/none")).status_code == 404


async def test_a_slash_at_the_end_is_taken_off(reading: Web) -> None:
    for path in ("/docs/", "/tournaments/cup/", "/bots/alpha@1/", "/docs/explanation/ratings/", "/play/"):
        answer = await reading.get(path)
        assert (answer.status_code, answer.headers["location"]) == (308, path.rstrip("/"))
    answer = await reading.get(f"{reading.url}//elsewhere.example//?a=b")
    assert answer.headers["location"] == "/elsewhere.example?a=b"


async def test_an_invalid_query_is_refused_in_one_line(reading: Web) -> None:
    for address, line in (
        ("/rules/spades-4.json?x=1", "unknown parameter 'x'; this page takes none"),
        ("/bots.json?before=a", "unknown parameter 'before'; accepted: search, sort, page"),
        ("/bots.json?sort=a&sort=b", "parameter sort is given more than once; give it once"),
        ("/bots.json?page=9", "page 9 does not exist; give 1 to 1"),
        ("/games.json?tournament=cup&seat=1", "parameter seat needs bot: give both, or leave out seat"),
        ("/games.json?variant=spades-4", "parameter variant needs tournament: give both, or leave out variant"),
        ("/games.json?tournament=cup&bot=alpha&order=name", "order 'name' is unknown; accepted: loss"),
    ):
        answer = await reading.get(address)
        assert (answer.status_code, answer.json()["error"]) == (400, line)


async def test_desk_and_practice_refuse_such_a_query_too(operator: Visitor) -> None:
    for path in ("/desk/owners?x=1", "/sign-in?x=1", "/play?x=1", "/desk/log?bot=a&x=1"):
        answer = await operator.get(path)
        assert answer.status_code == 400, path
        assert "unknown parameter" in answer.text

"""Owners' pages bring numbers into the deals of a tournament, in a real browser."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.async_api import Browser, Page, Route, expect

from tests.api.playing import connect, play_blocks
from tests.cli.conftest import OPERATOR, Command, arena
from tests.cli.tournament.contributing import Running, gateway
from tests.cli.tournament.test_contribute import (
    BOTS,
    CREATE,
    FORGED,
    OTHER_KEY,
    REPORTED,
    check_export,
    execute,
    owners,
)
from tests.web.browser.test_browser import HANGS, browser
from tests.web.conftest import Web

pytestmark = pytest.mark.browser

__all__ = ["arena", "browser"]  # fixtures

SECRET = bytes(32)  # of the key that the gateway has, too
AHEAD = "const now = Date.now; globalThis.ahead = 0; Date.now = () => now() + globalThis.ahead"  # as after a sleep
NO_ED25519 = "crypto.subtle.generateKey = () => Promise.reject(new DOMException('', 'NotSupportedError'))"


@dataclass
class Owner:
    """An owner's page, and what its console complains of."""

    page: Page
    complaints: list[str] = field(default_factory=list)

    async def says(self, line: str | re.Pattern[str]) -> None:
        await expect(self.page.locator("#now")).to_contain_text(line)

    async def has_told(self, line: str) -> None:
        await expect(self.page.locator("#steps")).to_contain_text(line)

    async def does_not_tell(self, line: str) -> None:
        await expect(self.page.locator("#steps")).not_to_contain_text(line)


@dataclass
class Cup:
    """A tournament "cup" that takes numbers of two owners, and a gateway beside the page."""

    web: Web
    dsn: str
    tokens: dict[str, str]
    arena: Command
    gateway: Running

    def execute(self, statement: str) -> None:
        execute(self.dsn, statement)

    def of(self, owner: str, column: str) -> Any:
        with psycopg.connect(self.dsn) as sql:
            query = "FROM contributions c JOIN owners o ON o.id = c.owner_id WHERE o.name = %s ORDER BY attempt DESC"
            row = sql.execute(f"SELECT {column} {query}", (owner,)).fetchone()
            return row and row[0]

    def start(self) -> None:
        self.execute(REPORTED)
        assert self.arena("tournament", "start", "cup").out == "cup is drawing\n"

    async def start_here(self, after: str) -> None:
        """Close the list without the gateway; what is *after* it comes before anything is signed."""
        self.gateway.kill()
        self.web.store.tournaments.keys = (Ed25519PrivateKey.from_private_bytes(SECRET),)
        self.execute(REPORTED)
        await self.web.store.tournaments.start_tournament("cup")
        self.execute(after)
        await self.web.store.tournaments.sign_roots()


@pytest.fixture
async def cup(
    web: Web, database: str, redis_url: str, arena: Command, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Cup]:
    monkeypatch.setattr("arena.web.desk.contributing.LOOK_EVERY_S", 0.1)
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    with gateway(database, redis_url) as (running, address):
        monkeypatch.setenv("ARENA_SERVER", address)
        tokens = owners(arena)
        assert arena(*CREATE, *BOTS, "--contributions").code == 0
        yield Cup(web, database, tokens, arena, running)


Come = Callable[..., Awaitable[Owner]]


@pytest.fixture
def come(cup: Cup, browser: Browser) -> Come:
    """Return what signs an owner in, and opens its page from the desk."""

    async def opened(name: str, theme: str = "light", script: str = AHEAD) -> Owner:
        context = await browser.new_context(viewport={"width": 320, "height": 800}, color_scheme=theme)  # type: ignore[arg-type]
        await context.add_init_script(script)
        owner = Owner(await context.new_page())
        owner.page.set_default_timeout(HANGS)
        owner.page.on("console", lambda line: owner.complaints.append(line.text) if line.type == "error" else None)
        owner.page.on("pageerror", lambda error: owner.complaints.append(str(error)))
        await owner.page.goto(f"{cup.web.url}/desk")
        await sign_in(owner.page, cup.tokens[name])
        await owner.page.get_by_role("link", name="Bring a number into its deals").first.click()
        return owner

    return opened


async def sign_in(page: Page, token: str) -> None:
    await page.get_by_label("Token").fill(token)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Signed in as")).to_be_visible()


async def cut_off(owner: Owner) -> asyncio.Event:
    """Let no number of an owner get through; return what says that it was to be told."""
    asked = asyncio.Event()

    async def cut(route: Route) -> None:
        await route.abort()
        asked.set()

    await owner.page.route("**/desk/calls/reveal", cut)
    return asked


async def test_two_owners_pages_contribute(cup: Cup, come: Come, tmp_path: Path) -> None:
    ada, ben = await come("ada"), await come("ben", "dark")
    for each in (ada, ben):
        await each.says("Attempt 0: your number is promised. Waiting for the start of cup")
        assert await each.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert (cup.of("ada", "nonce"), cup.of("ben", "nonce")) == (None, None)
    cup.start()
    for each, name in ((ada, "ada"), (ben, "ben")):
        await each.says("The deals of cup are drawn with the numbers of ada, ben; yours is among them.")
        await each.has_told("Attempt 0: the list is signed, of ada, ben, and right.")
        await each.has_told(f"Attempt 0: {name} has revealed")
        await each.page.locator("#steps summary").last.click()
        assert await each.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert each.complaints == []
    await connect(cup.web.store, ["spades-4"])
    await play_blocks(cup.web.store)
    lines = check_export(cup.arena, tmp_path / "cup.jsonl")
    assert (lines[0]["drawn_from"], [owner for owner, _ in lines[0]["nonces"]]) == ("owners", ["ada", "ben"])


async def test_who_closes_the_page_before_it_reveals_is_named(cup: Cup, come: Come, tmp_path: Path) -> None:
    ada, ben = await come("ada", "dark"), await come("ben")
    asked = await cut_off(ben)
    for each in (ada, ben):
        await each.says("your number is promised")
    first = cup.of("ada", "commitment")
    cup.start()
    await ben.says("Attempt 0: you are in the list, with ada, ben. Telling your number.")
    await asked.wait()
    await ben.page.close()
    await ada.says(
        "Attempt 0: your number is told. Waiting for the others on the list, of ada, ben; they have 2 minutes."
    )
    assert "deals not drawn" in cup.arena("tournament", "standings", "cup").out
    cup.execute("UPDATE contribution_lists SET waited = '2 minutes'")
    await ada.says("The deals of cup are drawn with the numbers of ada; yours is among them.")
    await ada.has_told("Attempt 1: ada has promised a number")
    await ada.has_told("Did not reveal: ben")
    assert ada.complaints == []
    assert cup.of("ada", "commitment") != first
    await ada.page.goto(ada.page.url)
    await ada.says("The deals of cup are drawn: nobody comes in any more.")
    await connect(cup.web.store, ["spades-4"])
    await play_blocks(cup.web.store)
    for words in ("standings", "crosstable", "seats", "memory", "balance"):
        assert "did not reveal: ben" in cup.arena("tournament", words, "cup").out, words
    assert "did not reveal" in (await cup.web.get("/tournaments/cup")).text
    lines = check_export(cup.arena, tmp_path / "cup.jsonl")
    assert (lines[0]["attempt"], lines[0]["unrevealed"], len(lines[0]["lists"])) == (1, ["ben"], 2)


async def test_a_page_that_slept_says_so(cup: Cup, come: Come) -> None:
    ada, ben = await come("ada"), await come("ben")
    await ada.says("your number is promised")
    await ben.says("your number is promised")
    before = cup.of("ada", "reported")
    async with ada.page.expect_response("**/desk/calls/report"):
        await ada.page.evaluate("ahead = 21000")
    assert cup.of("ada", "reported") > before
    await expect(ada.page.locator("#silent")).to_be_hidden()
    await ada.page.evaluate("ahead += 90000")
    await expect(ada.page.locator("#silent")).to_contain_text(re.compile(r"For \d+ s this page did not report"))
    await cup.start_here("DELETE FROM contributions WHERE owner_id = (SELECT id FROM owners WHERE name = 'ada')")
    await ada.says(re.compile(r"Too late: ada is not on the list of attempt 0. This page had been asleep or cut off"))
    await ben.says("The deals of cup are drawn with the numbers of ben")
    assert (ada.complaints, ben.complaints) == ([], [])


async def test_a_page_that_slept_between_list_and_reveal_is_too_late(cup: Cup, come: Come) -> None:
    ada = await come("ada")
    asked = await cut_off(ada)
    await ada.says("your number is promised")
    cup.start()
    await asked.wait()
    await expect(ada.page.locator("#away")).to_contain_text("The arena does not answer: trying again until it does.")
    cup.execute("UPDATE contribution_lists SET waited = '2 minutes', ended = now()")
    await ada.page.evaluate("ahead = 130000")
    await ada.page.unroute("**/desk/calls/reveal")
    await ada.says(re.compile(r"Too late: .* This page had been asleep or cut off for \d+ s."))
    assert cup.of("ada", "nonce") is None


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (FORGED, "the list of attempt 0 has the signature of another list, of another root, or of other settings"),
        (OTHER_KEY, "a key that nobody vouches for"),
        ("UPDATE contributions SET commitment = sha256('else')", "has another commitment than this page's"),
        ("DELETE FROM contributions", "ada is not on the list of attempt 0"),
    ],
)
async def test_a_page_tells_nothing_where_the_list_is_not_right(cup: Cup, come: Come, after: str, told: str) -> None:
    ada = await come("ada")
    await ada.says("your number is promised")
    await cup.start_here(after)
    await ada.says("DO NOT TRUST THE DEALS OF cup: ")
    await ada.says(told)
    assert cup.of("ada", "nonce") is None
    assert ada.complaints == []


async def test_a_browser_without_ed25519_says_so(cup: Cup, come: Come) -> None:
    ada = await come("ada", script=NO_ED25519)
    await ada.has_told("This browser cannot check Ed25519 signatures")
    await ada.says("your number is promised")
    cup.start()
    await ada.says("The deals of cup are drawn with the numbers of ada; yours is among them.")
    await ada.has_told("the list is signed, of ada, and has you; the signature is not checked. Keep it")
    assert ada.complaints == []


async def test_a_second_page_waits_and_a_new_session_goes_on(cup: Cup, come: Come) -> None:
    ada = await come("ada")
    await ada.says("your number is promised")
    other = await ada.page.context.new_page()
    await other.goto(ada.page.url)
    await expect(other.locator("#now")).to_contain_text("Not in yet: another program of ada reported")
    await other.goto(f"{cup.web.url}/desk")
    await other.get_by_role("button", name="Sign out").click()
    await expect(ada.page.locator("#away")).to_contain_text("You are signed out. Sign in again in another tab")
    await other.goto(f"{cup.web.url}/desk")
    await sign_in(other, cup.tokens["ada"])
    await expect(ada.page.locator("#away")).to_be_hidden()
    cup.start()
    await ada.says("The deals of cup are drawn with the numbers of ada; yours is among them.")

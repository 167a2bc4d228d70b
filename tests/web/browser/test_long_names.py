"""No page overflows with names of the largest length."""

import re
from collections import OrderedDict
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import expect

from arena.local.postgres import Postgres
from arena.web.pages.tournaments.race import RACES
from tests import ask
from tests.conftest import copy_of, drop
from tests.store.house import execute
from tests.web.browser.conftest import Open
from tests.web.browser.test_browser import SHOWN
from tests.web.conftest import OPERATOR, Web, serve

pytestmark = pytest.mark.browser

WIDTHS: Final = (320, 390, 720, 768, 1440)  # 720: a window of 1440 at 200%
LENGTHEN: Final = """
    ALTER TABLE bots DISABLE TRIGGER guard; ALTER TABLE bot_versions DISABLE TRIGGER guard;
    UPDATE bots SET name = rpad(name, 40, 'w'); UPDATE bot_versions SET version = rpad(version, 40, 'w');
    UPDATE owners SET name = rpad(name, 40, 'w');
    UPDATE tournaments SET name = rpad(name, 40, 'w') WHERE name ~ '^[a-z]+$'"""
SPILLS: Final = """[
    ...[document.documentElement].filter((each) => each.scrollWidth > innerWidth),
    ...[...document.querySelectorAll("td, th, caption, li, p, h1, h2, h3, dd, label, summary, .card, .chip, .place")]
        .filter((each) => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
        .filter((each) => getComputedStyle(each).overflowX === "visible"),
    ...[...document.querySelectorAll("tr:has(.rank) > .rank + th + .n")]
        .filter((each) => each.getBoundingClientRect().right > innerWidth),
].map((each) => each.outerHTML.slice(0, 200))"""


@pytest_asyncio.fixture(loop_scope="session")
async def longest(postgres: Postgres, varied_template: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Web]:
    dsn = copy_of(postgres, varied_template)
    execute(dsn, LENGTHEN)
    monkeypatch.setattr(RACES, "_races", OrderedDict())  # other databases have tournaments with the same root
    async with serve(dsn) as page:
        yield page
    drop(postgres, dsn)


def lengthened(text: str) -> str:
    return re.sub(r"alpha|beta|cup|@1", lambda name: name[0].ljust(41 if name[0] == "@1" else 40, "w"), text)


async def test_the_longest_names_fit_every_page(longest: Web, open_window: Open) -> None:
    bots = (lengthened("alpha@1"), lengthened("beta@1"))
    gate = await longest.store.tournaments.create_gate(ask.gate(*bots, [ask.variant("pinochle-two-handed")]))
    page, complaints = await open_window()

    async def look(path: str) -> None:
        await page.goto(longest.url + path)
        for width in WIDTHS:
            await page.set_viewport_size({"width": width, "height": 900})
            complaints.extend(f"{path} at {width}: {each}" for each in await page.evaluate(SPILLS))

    for path in (*map(lengthened, SHOWN), f"/gates/{gate}", "/desk"):
        await look(path)
    await page.get_by_label("Token").fill(OPERATOR)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    links = await page.evaluate("[...document.querySelectorAll('main a')].map(a => a.getAttribute('href'))")
    desk = {path for path in links if path.startswith("/desk")} | {f"/desk/bot?bot={quote(bots[0])}"}
    for path in sorted(desk):
        await look(path)
    assert len(desk) > 3
    assert complaints == []

"""The pages in a real browser: Debian's chromium, without a screen."""

import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.api.playing import play_blocks
from tests.bots.tongues import NPM
from tests.web.conftest import HOSTILE, Web

pytestmark = pytest.mark.browser

CHROMIUM: Final = "/usr/bin/chromium"
# As root it has no sandbox; without the others it looks for Google's hosts at every start.
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE: Final = "axe-core@4.14.1"
PATHS: Final = (
    "/",
    "/ladder",
    "/ladder/spades-4",
    "/tournaments",
    "/tournaments/cup",
    f"/tournaments/{quote(HOSTILE)}",
    "/faults/cup",
    f"/faults/{quote(HOSTILE)}",
    "/strip/alpha@1/beta@1?tournament=cup&variant=spades-4",
    f"/strip/alpha/beta?tournament={quote(HOSTILE)}",
    "/seats/spades-4",
    "/deals/cup",
    f"/deals/{quote(HOSTILE)}",
    "/bots",
    "/bots/alpha@1",
    "/versus/alpha@1/beta@1",
    "/games",
    "/games?tournament=cup",
    "/games/1",
    "/boards/1",
    "/rules",
    "/play",
    "/play?variant=pinochle-racehorse",
    "/rules/spades-4",
    "/docs/explanation/ratings",
)
HANGS: Final = 60_000  # milliseconds
expect.set_options(timeout=HANGS)  # what is awaited comes late on a busy machine


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        await started.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules of axe-core, from the npm registry."""
    folder = tmp_path_factory.mktemp("axe")
    subprocess.run([*NPM, AXE], cwd=folder, check=True)
    return folder / "node_modules" / "axe-core" / "axe.min.js"


async def _open(browser: Browser, width: int, theme: str) -> tuple[Page, list[str]]:
    """Return a window, and what its console complains of."""
    page = await browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
    complaints: list[str] = []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(HANGS)
    return page, complaints


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 768, 1440])
async def test_pages_fit_and_do_not_complain(played: Web, browser: Browser, width: int, theme: str) -> None:
    page, complaints = await _open(browser, width, theme)
    for path in PATHS:
        await page.goto(played.url + path)
        beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, f"{path} is {beyond} pixels too wide"
    assert complaints == []


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_nothing_is_seriously_hard_to_reach(played: Web, browser: Browser, axe: Path, theme: str) -> None:
    page, _ = await _open(browser, 1000, theme)
    await page.add_init_script(path=axe)
    for path in PATHS:
        await page.goto(played.url + path)
        found = await page.evaluate("axe.run()")
        serious = [
            (each["id"], [node["html"] for node in each["nodes"]][:3])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == [], path


async def test_a_page_follows_a_tournament(played: Web, browser: Browser) -> None:
    page, complaints = await _open(browser, 1000, "light")
    await page.goto(f"{played.url}/tournaments/{quote(HOSTILE)}")
    await expect(page.get_by_role("main")).to_contain_text("of 40 boards closed")
    await expect(page.get_by_role("main")).not_to_contain_text("40 of 40")
    assert await play_blocks(played.store) == 3
    await expect(page.get_by_role("main")).to_contain_text("40 of 40 boards closed", timeout=HANGS)
    assert complaints == []


async def test_a_cell_opens_its_boards_in_place_and_keeps_them(played: Web, browser: Browser) -> None:
    page, complaints = await _open(browser, 1000, "light")
    await page.goto(f"{played.url}/tournaments/{quote(HOSTILE)}")
    await page.locator("table.heat a[hx-get]").first.click()
    await expect(page.locator(".opened .strip a").first).to_be_visible()
    opened = await page.locator(".opened .strip a").count()
    assert await play_blocks(played.store) == 3
    await expect(page.get_by_role("main")).to_contain_text("40 of 40 boards closed", timeout=HANGS)
    assert await page.locator(".opened .strip a").count() == opened
    assert "/tournaments/" in page.url
    assert complaints == []


async def test_the_browser_checks_what_was_promised(played: Web, browser: Browser) -> None:
    page, complaints = await _open(browser, 1000, "light")
    await page.goto(f"{played.url}/deals/cup")
    await page.get_by_role("button", name="Check them here").click()
    closed = len(
        [each for each in (await played.get("/deals/cup.json")).json()["answer"]["commitments"] if each["seed"]]
    )
    await expect(page.locator("#checked")).to_have_text(f"{closed} of {closed} kept")
    await page.eval_on_selector("tr[data-seed]", "row => row.dataset.seed = '00'.repeat(32)")
    await page.get_by_role("button", name="Check them here").click()
    await expect(page.locator("#checked")).to_have_text("NOT KEPT for board 0")
    assert complaints == []


async def test_a_hostile_name_is_text(played: Web, browser: Browser) -> None:
    page, complaints = await _open(browser, 1000, "light")
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    for path in ("/", "/tournaments", f"/tournaments/{quote(HOSTILE)}"):
        await page.goto(played.url + path)
        await expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert complaints == []


async def test_the_pages_are_walked_by_keyboard(played: Web, browser: Browser) -> None:
    page, _ = await _open(browser, 1000, "light")
    await page.goto(played.url)
    await page.keyboard.press("Tab")
    await expect(page.get_by_text("To the content")).to_be_focused()
    await page.get_by_role("link", name="Ladders").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Over all variants")

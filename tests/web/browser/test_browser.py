import asyncio
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest
from playwright.async_api import expect

from arena.web.pages.search import find_sections
from tests.api.playing import play_blocks
from tests.web.browser.conftest import HANGS, THEMES, Open, check_access, check_widths
from tests.web.conftest import HOSTILE, Web
from tests.web.test_pages import PATHS

pytestmark = pytest.mark.browser


SHOWN: Final = (
    *(path for path in PATHS if not path.startswith("/rules/") and path != "/docs"),
    "/rules/spades-4",
    "/play",
    "/play?variant=pinochle-racehorse",
)


@pytest.mark.parametrize("part", range(2))  # two workers share the pages
@pytest.mark.parametrize("theme", THEMES)
async def test_pages_fit_are_accessible_and_do_not_complain(
    reading: Web, open_window: Open, axe: Path, theme: str, part: int
) -> None:
    page, complaints = await open_window(color_scheme=theme)
    await page.add_init_script(path=axe)
    for path in SHOWN[part::2]:
        await page.goto(reading.url + path)
        await check_access(page)
        await check_widths(page)
    assert complaints == []


async def test_a_page_follows_a_tournament_and_keeps_an_opened_cell(played: Web, open_window: Open) -> None:
    page, complaints = await open_window()
    await page.goto(f"{played.url}/tournaments/{quote(HOSTILE)}")
    await expect(page.get_by_role("main")).to_contain_text("of 40 boards closed")
    await expect(page.get_by_role("main")).not_to_contain_text("40 of 40")
    await page.locator("#terms summary").click()
    await page.locator("table.heat a[hx-get]").first.click()
    await expect(page.locator(".opened .strip a").first).to_be_visible()
    opened = await page.locator(".opened .strip a").count()
    assert await play_blocks(played.store) == 3
    await expect(page.get_by_role("main")).to_contain_text("40 of 40 boards closed", timeout=HANGS)
    assert await page.locator(".opened .strip a").count() == opened
    assert await page.locator("#terms").evaluate("panel => panel.open")
    assert not await page.locator("#balance-1").evaluate("panel => panel.open")
    assert "/tournaments/" in page.url
    assert complaints == []


async def _start_relay(to: int, port: int = 0) -> tuple[asyncio.Server, list[asyncio.StreamWriter]]:
    """Start a server on *port* that passes all bytes on to the port *to*; return it and its open connections."""
    writers: list[asyncio.StreamWriter] = []

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while (data := await reader.read(65_536)) and not writer.is_closing():
            writer.write(data)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        back, there = await asyncio.open_connection("127.0.0.1", to)
        writers.extend((writer, there))
        await asyncio.gather(pass_on(reader, there), pass_on(back, writer), return_exceptions=True)

    return await asyncio.start_server(serve, "127.0.0.1", port), writers


async def test_a_page_says_that_it_is_stale_until_the_server_is_back(reading: Web, open_window: Open) -> None:
    page, _ = await open_window()
    to = int(reading.url.rpartition(":")[2])
    relay, writers = await _start_relay(to)
    port = relay.sockets[0].getsockname()[1]
    mark = "document.documentElement.dataset.live = 1"
    await page.add_init_script(f"addEventListener('htmx:sse:after:message', () => {{ {mark}; }})")
    await page.goto(f"http://127.0.0.1:{port}/tournaments/cup")
    await expect(page.locator("html")).to_have_attribute("data-live", "1")
    await expect(page.locator("#stale")).to_be_hidden()
    relay.close()
    for each in writers:
        each.close()
    await expect(page.locator("#stale")).to_be_visible()
    relay, writers = await _start_relay(to, port)
    await expect(page.locator("#stale")).to_be_hidden()
    relay.close()


async def test_the_browser_checks_what_was_promised(reading: Web, open_window: Open) -> None:
    page, complaints = await open_window()
    await page.goto(f"{reading.url}/deals/cup")
    await page.get_by_role("button", name="Check the seeds").click()
    commitments = (await reading.get("/deals/cup.json")).json()["answer"]["commitments"]
    closed = len([each for each in commitments if each["seed"]])
    await expect(page.locator("#checked")).to_have_text(f"{closed} of {closed} seeds match")
    await page.eval_on_selector("tr[data-seed]", "row => row.dataset.seed = '00'.repeat(32)")
    await page.get_by_role("button", name="Check the seeds").click()
    await expect(page.locator("#checked")).to_have_text("MISMATCH on board 0")
    assert complaints == []


async def test_a_hostile_name_is_text(reading: Web, open_window: Open) -> None:
    page, complaints = await open_window()
    for path in ("/", "/tournaments", f"/tournaments/{quote(HOSTILE)}"):
        await page.goto(reading.url + path)
        await expect(page.get_by_text(HOSTILE).first).to_be_visible()
    assert complaints == []


async def test_the_pages_are_walked_by_keyboard(reading: Web, open_window: Open) -> None:
    page, _ = await open_window()
    await page.goto(reading.url)
    await page.keyboard.press("Tab")
    await expect(page.get_by_text("Skip to content")).to_be_focused()
    await page.get_by_role("link", name="Ladders").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ladders")


async def test_the_handbook_is_searched_by_keyboard(reading: Web, open_window: Open, axe: Path) -> None:
    page, complaints = await open_window()
    await page.add_init_script(path=axe)
    await page.goto(f"{reading.url}/docs/concepts")
    for query in ("xyzzy", "max-boards", "time o", "gate err"):
        await page.keyboard.press("/")
        await page.get_by_role("searchbox").fill(query)
        hits = [section[2] for section, _ in find_sections(query)]
        await expect(page.get_by_role("status")).to_have_text(f"{len(hits)} results for {query}")
        links = page.locator(".finding .found a")
        assert await links.evaluate_all("all => all.map((link) => link.getAttribute('href'))") == hits
    await check_access(page)
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Error rates of gates")
    assert complaints == []

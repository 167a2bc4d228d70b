"""Debian's chromium without a screen, one for all tests of a process."""

import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.bots.tongues import NPM

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
HANGS: Final = 60_000  # milliseconds
WIDTHS: Final = (320, 768, 1440)
THEMES: Final = ("light", "dark")
expect.set_options(timeout=HANGS)  # what is awaited comes late on a busy machine

Window = tuple[Page, list[str]]
Open = Callable[..., Awaitable[Window]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        await started.close()


@pytest_asyncio.fixture(loop_scope="session")
async def open_window(browser: Browser) -> AsyncIterator[Open]:
    """Return a maker of windows of new persons, each with a list of what its console complains of."""
    contexts = []

    async def make(width: int = 1000, **settings: Any) -> Window:
        context = await browser.new_context(viewport={"width": width, "height": 900}, **settings)
        contexts.append(context)
        page = await context.new_page()
        complaints: list[str] = []
        page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(dialog.message))
        page.set_default_timeout(HANGS)
        return page, complaints

    yield make
    for context in contexts:
        await context.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The rules of axe-core, from the npm registry."""
    folder = tmp_path_factory.mktemp("axe")
    subprocess.run([*NPM, AXE], cwd=folder, check=True)
    return folder / "node_modules" / "axe-core" / "axe.min.js"


async def check_widths(page: Page) -> None:
    """Fail where the page is wider than a window of one of `WIDTHS`."""
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 900})
        beyond = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, f"{page.url} is {beyond} pixels too wide for {width}"


async def check_access(page: Page) -> None:
    """Fail where axe finds something serious."""
    report = await page.evaluate("axe.run()")
    serious = [
        (each["id"], [node["html"][:200] for node in each["nodes"]][:3])
        for each in report["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == [], page.url

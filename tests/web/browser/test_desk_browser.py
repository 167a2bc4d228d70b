import hashlib
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.bundles.bundles import GOOD, zipped
from tests.web.browser.conftest import Open
from tests.web.conftest import Web

pytestmark = pytest.mark.browser

TOKEN = "arena_owner_" + "a" * 43


async def test_an_owner_signs_in_hands_a_bot_in_and_is_signed_out(web: Web, open_window: Open, tmp_path: Path) -> None:
    await web.store.accounts.create_owner("eve", hashlib.sha256(TOKEN.encode()).digest())
    await web.store.bundles.note_runner()
    archive = tmp_path / "fox.zip"
    archive.write_bytes(zipped(GOOD))
    page, complaints = await open_window(permissions=["clipboard-read", "clipboard-write"])
    await page.goto(f"{web.url}/desk")
    await page.get_by_label("Token").fill(TOKEN[:-1] + "b")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await page.get_by_label("Token").fill(TOKEN)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_text("Signed in as eve")).to_be_visible()
    (cookie,) = [each for each in await page.context.cookies() if "session" in each["name"]]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert TOKEN not in cookie["value"]
    form = page.locator("form", has=page.get_by_role("button", name="Submit"))
    await form.get_by_label("Name").fill("fox")
    await form.locator("input[type=file]").set_input_files(archive)
    await form.get_by_role("button", name="Submit").click()
    await expect(page.get_by_role("status")).to_contain_text("The version is submitted")
    await expect(page.get_by_role("main")).to_contain_text("fox@1")
    await page.goto(f"{web.url}/desk/tokens")
    await page.get_by_role("button", name="Create token").click()
    await page.get_by_role("button", name="Copy").first.click()
    await expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied == await page.locator(".secret").inner_text()
    await page.get_by_role("link", name="Continue").click()
    await page.get_by_role("button", name="Sign out").click()
    await page.goto(f"{web.url}/desk")
    await expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    assert not [line for line in complaints if "status of 401" not in line]  # the wrong token

from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.web.browser.conftest import Open, Window, check_access, check_widths
from tests.web.conftest import Web
from tests.web.test_games import EVIL, evil_line
from tests.web.varied import VARIED, games_of

pytestmark = pytest.mark.browser
SAID = ".said"


@pytest_asyncio.fixture(loop_scope="session")
async def window(open_window: Open) -> Window:
    return await open_window()


@pytest_asyncio.fixture(loop_scope="session")
async def game(reading: Web) -> str:
    """The address of a game of spades."""
    stored = next(game for game in await games_of(reading, VARIED) if game.variant == "spades-4")
    return f"{reading.url}/games/{stored.game}"


async def test_a_game_is_stepped_through_by_keys(game: str, window: Window, reading: Web) -> None:
    page, complaints = window
    steps = (await reading.get(f"{game}.json")).json()["steps"]
    await page.goto(game)
    said = page.locator(SAID)
    await expect(said).to_have_text(steps[0]["lines"][0])
    for number in (1, 2, 3):
        await page.keyboard.press("ArrowRight")
        await expect(said).to_have_text(steps[number]["lines"][0])
    await page.keyboard.press("ArrowLeft")
    await expect(said).to_have_text(steps[2]["lines"][0])
    first = next(step for step in steps if step["trick"] == 1)
    await page.keyboard.press("Shift+ArrowRight")
    await expect(page.locator(".trick .playing-card")).to_have_count(1)
    assert page.url.endswith(f"#step={first['number'] + 1}")
    await page.keyboard.press("ArrowRight")
    await expect(page.locator(".trick .playing-card")).to_have_count(2)
    await page.keyboard.press("End")
    await expect(said).to_contain_text("The score:")
    await page.keyboard.press("Home")
    await expect(said).to_have_text(steps[0]["lines"][0])
    await page.keyboard.press("?")
    await expect(page.get_by_role("dialog")).to_contain_text("next trick")
    await page.keyboard.press("Escape")
    await page.keyboard.press("PageDown")
    await expect(said).to_contain_text("Hand 2, dealt by")
    assert complaints == []


async def test_one_seat_sees_what_it_knew_and_no_more(game: str, window: Window, reading: Web) -> None:
    page, complaints = window
    steps = (await reading.get(f"{game}.json")).json()["steps"]
    step = next(step for step in steps if step["trick"] == 3)
    await page.goto(f"{game}#step={step['number'] + 1}&seat=2")
    own = page.locator(".place.seat-0 .fan .playing-card:not(.is-back)")
    cards = [card for card in step["seats"][2]["cards"] if step["seat"] != 2 or card not in step["cards"]]
    await expect(own).to_have_count(len(cards))
    assert await page.locator(".place:not(.seat-0) .playing-card:not(.is-back)").count() == 0
    backs = sum(len(step["seats"][seat]["cards"]) for seat in (0, 1, 3)) - (step["seat"] != 2)
    assert await page.locator(".place .is-back").count() == backs
    await page.keyboard.press("a")
    await expect(page.locator(".place .is-back")).to_have_count(0)
    await page.keyboard.press("1")
    await page.wait_for_url("**&seat=1")
    await page.goto(f"{game}#step=1&seat=1")
    await page.reload()
    await expect(page.locator(".place .playing-card:not(.is-back)")).to_have_count(
        len(steps[0]["sights"][1]["cards"][1])
    )
    assert complaints == []


async def test_a_game_is_stepped_through_by_swipes_and_buttons(game: str, window: Window) -> None:
    page, complaints = window
    await page.goto(game)
    felt = await page.locator(".felt").bounding_box()
    assert felt is not None
    middle, height = felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2
    for far, step in ((-120, 2), (-120, 3), (120, 2), (10, 2)):
        await page.mouse.move(middle, height)
        await page.mouse.down()
        await page.mouse.move(middle + far, height)
        await page.mouse.up()
        await page.wait_for_url(f"**#step={step}")
    await page.get_by_role("button", name="Next trick (Shift and right arrow)").click()
    await expect(page.locator(".trick .playing-card")).to_have_count(1)
    await page.get_by_label("Show").select_option(
        label=f"only what {await page.locator('.place b').nth(0).inner_text()} knew"
    )
    await page.wait_for_url("**&seat=0")
    assert complaints == []


async def test_the_record_leads_to_each_step_and_hides_later_ones_from_a_seat(
    game: str, window: Window, reading: Web
) -> None:
    page, complaints = window
    steps = (await reading.get(f"{game}.json")).json()["steps"]
    step = next(step for step in steps if step["trick"] == 3 and step["winner"] >= 0)
    await page.goto(f"{game}#step=1&seat=2")
    await expect(page.locator(SAID)).to_have_text(steps[0]["lines"][0])
    cells, later = page.locator(".record [data-step]"), page.locator(".record .is-later")
    await expect(later).to_have_count(await cells.count())
    await expect(cells.last).to_be_hidden()
    await page.keyboard.press("a")
    await page.locator(f'.record [data-step="{step["number"]}"]').click()
    await page.wait_for_url(f"{game}#step={step['number'] + 1}")
    await expect(page.locator(SAID)).to_contain_text("wins trick 3")
    assert complaints == []


async def test_the_browser_hashes_the_seed(game: str, window: Window) -> None:
    page, complaints = window
    await page.goto(game)
    await expect(page.locator("#seed-check")).to_contain_text("it matches the commitment")
    assert complaints == []


async def test_each_decision_has_its_time_where_it_may_be_seen(game: str, window: Window, reading: Web) -> None:
    page, complaints = window
    steps = (await reading.get(f"{game}.json")).json()["steps"]
    timed = next(step for step in steps if step["trick"] == 4 and (step["charged_ms"] or 0) >= 100)
    batched = next(step for step in steps if step["trick"] and step["batch_ms"] is not None)
    untimed = next(step for step in steps if step["trick"] and step["charged_ms"] is step["batch_ms"] is None)
    own = page.locator(".trick figure:has(.is-new) .took")
    await page.goto(f"{game}#step={timed['number'] + 1}")
    seconds = timed["charged_ms"] / 1000
    await expect(own).to_have_text(f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.1f} s")
    await page.goto(f"{game}#step={timed['number'] + 1}&seat={(timed['seat'] + 1) % 4}")
    await expect(own).to_have_count(0)  # nobody was told how long another thought
    await page.goto(f"{game}#step={timed['number'] + 1}&seat={timed['seat']}")
    await expect(own).to_have_count(1)
    await page.goto(f"{game}#step={batched['number'] + 1}")
    await expect(own).to_contain_text("batch ")
    await page.goto(f"{game}#step={untimed['number'] + 1}")
    await expect(own).to_have_count(0)
    assert complaints == []


async def test_the_cost_of_each_card_is_drawn_and_mistakes_are_found(
    game: str, window: Window, reading: Web, axe: Path
) -> None:
    page, complaints = window
    await page.add_init_script(path=axe)
    steps = (await reading.get(f"{game}.json")).json()["steps"]
    numbers = [step["number"] for step in steps if step["seat"] >= 0]
    costs = (await reading.get(f"{game}/check.json")).json()["cards"]
    worse = [numbers[each["decision"] - 1] for each in costs if each["is_clear"]]
    assert worse
    await page.route("**/check.json*", lambda route: route.fulfill(status=429, json={"error": "too many checks"}))
    await page.goto(game)
    await page.get_by_role("button", name="Next mistake").click()
    await expect(page.get_by_role("status")).to_have_text("too many checks")
    await page.unroute("**/check.json*")
    await page.get_by_role("link", name="Check what each card").click()
    await expect(page.locator(".costs rect")).to_have_count(len(costs))
    for number in (*worse, worse[0]):
        await page.keyboard.press("m")
        await page.wait_for_url(f"{game}#step={number + 1}")
        await expect(page.locator(".costs-figure p")).to_contain_text("points less than")
    await page.locator(".costs rect").last.click(force=True)
    await page.wait_for_url(f"{game}#step={numbers[costs[-1]['decision'] - 1] + 1}")
    await check_access(page)
    await check_widths(page)
    await page.get_by_role("link", name="Table of all costs").click()
    await expect(page.locator("details tbody tr")).to_have_count(len(costs))
    assert all("429" in each for each in complaints)


@pytest.mark.parametrize("width", [390, 1280])
async def test_nothing_moves_while_stepping(reading: Web, open_window: Open, width: int) -> None:
    stored = next(game for game in await games_of(reading, VARIED) if game.variant == "pinochle-double-deck")
    page, complaints = await open_window(width)
    await page.goto(f"{reading.url}/games/{stored.game}")
    await expect(page.locator(".felt")).to_be_visible()
    heights = await page.evaluate("""() => Array.from({ length: 120 }, () => {
        dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
        for (const fan of document.querySelectorAll(".fan")) {
            const cards = [...fan.querySelectorAll(":scope > :not(.is-moved)")];
            if (new Set(cards.map((card) => card.getBoundingClientRect().top)).size > 1) return "a fan wraps";
        }
        return document.querySelector(".words").getBoundingClientRect().top;
    })""")
    assert len(set(heights)) == 1
    await page.keyboard.press("Home")
    await page.keyboard.press("Shift+ArrowRight")
    for _ in range(3):
        await page.keyboard.press("ArrowRight")
    boxes = [await page.locator(f".trick .at-{side}").bounding_box() for side in ("left", "bottom", "right")]
    left, middle, right = [box["x"] for box in boxes if box]
    assert left < middle < right
    assert complaints == []


async def test_a_link_holds_a_game_and_its_names_are_text(reading: Web, open_window: Open) -> None:
    page, complaints = await open_window(permissions=["clipboard-read", "clipboard-write"])
    await page.goto(f"{reading.url}/games#{evil_line()}")
    await expect(page.locator(".place-head b").first).to_have_text(EVIL)
    await page.keyboard.press("End")
    await expect(page.locator(SAID)).to_contain_text(EVIL)
    await page.keyboard.press("PageDown")
    await expect(page.locator(SAID)).to_contain_text("Hand 2, dealt by")
    await page.keyboard.press("ArrowRight")
    await page.get_by_role("button", name="Copy link").click()
    await expect(page.get_by_text("Copied")).to_be_visible()
    friend, _ = await open_window()
    await friend.goto(await page.evaluate("navigator.clipboard.readText()"))
    await expect(friend.locator(SAID)).to_have_text(await page.locator(SAID).inner_text())
    assert friend.url.endswith("hand=2#step=2")
    assert complaints == []


async def test_games_and_boards_fit(reading: Web, game: str, window: Window) -> None:
    page, complaints = window
    board = (await reading.get(f"{game}.json")).json()["board"]["board"]
    for path in (f"{game}#step=30", f"{reading.url}/boards/{board}", f"{reading.url}/games?tournament={VARIED}"):
        await page.goto(path)
        await page.wait_for_load_state("networkidle")
        await check_widths(page)
    assert complaints == []

import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from arena.rules import title_of
from tests.web.browser.conftest import THEMES, WIDTHS, Open, Window, check_access, check_widths
from tests.web.conftest import Web

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def always_the_same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.web.play.choices.random_seed", lambda: bytes(32))


async def sit_down(web: Web, open_window: Open, variant: str, width: int = 1000, **settings: str) -> Window:
    page, complaints = await open_window(width, reduced_motion="reduce", **settings)
    await page.goto(f"{web.url}/play")
    await page.get_by_role("link", name=title_of(variant), exact=True).click()
    await page.get_by_role("button", name="Deal the cards").click()
    await expect(page.locator(".felt")).to_be_visible()
    return page, complaints


async def answer(page: Page, name: str) -> None:
    await page.locator(".answers").get_by_role("button", name=re.compile(rf"^{name}\b")).click()
    await settled(page)


async def settled(page: Page) -> None:
    await page.wait_for_selector("#table:not(.is-busy)", state="attached")


async def play_a_card(page: Page) -> None:
    await page.locator(".own-hand .pick").first.click()
    await settled(page)


async def own_cards(page: Page) -> list[str]:
    cards = await page.locator(".own-hand .playing-card").all()
    assert all([await each.is_visible() for each in cards])
    return [str(await each.get_attribute("aria-label")) for each in cards]


async def test_a_hand_of_spades_with_an_undo(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "spades-4")
    await expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert await own_cards(page) == ["face-down card"] * 13
    await answer(page, "look at my cards")
    await answer(page, "4")
    await expect(page.locator(".seat-0")).to_contain_text("0 of 4")
    before = await own_cards(page)
    assert len(before) == 13
    legal = await page.locator(".own-hand .pick").count()
    assert legal >= 1
    await play_a_card(page)
    assert len(await own_cards(page)) == 12
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".table-title")).to_contain_text("1 undone")
    assert await own_cards(page) == before
    assert await page.locator(".own-hand .pick").count() == legal
    await page.reload()
    await expect(page.locator(".own-hand .pick").first).to_be_visible()
    assert await own_cards(page) == before
    await page.emulate_media(reduced_motion="no-preference")
    await page.locator(".own-hand .pick").first.click()
    await page.wait_for_selector("#table.is-busy", state="attached")
    await page.keyboard.press("u")  # while the cards fall: they end, and the card is taken back
    await expect(page.locator(".table-title")).to_contain_text("2 undone")
    assert await own_cards(page) == before
    await page.emulate_media(reduced_motion="reduce")
    for left in range(12, 0, -1):
        await play_a_card(page)
        assert len(await own_cards(page)) == left
    await play_a_card(page)
    await expect(page.locator(".question")).to_contain_text("The game is over")
    await expect(page.locator(".score-lines")).to_contain_text("bid 4, won")
    await expect(page.locator(".tally-board .track")).to_have_count(4)
    assert complaints == []


async def test_a_hand_of_pinochle_with_an_undo_hint_and_all_cards(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "pinochle-chips")
    await expect(page.locator(".pile-blue")).to_have_count(4)  # three purses, and the kitty
    await answer(page, "Bid")
    await answer(page, "take the widow")
    await expect(page.get_by_text("Choose 3 cards to discard.")).to_be_visible()
    await expect(page.locator(".own-hand .is-new")).to_have_count(3)  # the widow is marked
    await page.get_by_role("button", name="Hint").click()
    await expect(page.locator(".hint")).to_contain_text("because")
    lay = page.get_by_role("button", name="Discard the cards")
    await expect(lay).to_be_disabled()
    for place in (0, 1, 2):
        await page.locator(".pick").nth(place).click()
    await lay.click()
    await settled(page)
    for suit in ("spades", "diamonds", "clubs"):
        await expect(page.locator(".of-trump")).to_contain_text(re.compile(rf"{suit} +melds \d+, \d+ cards?"))
    await answer(page, "hearts")
    await expect(page.locator(".own-hand .playing-card")).to_have_count(15)
    await expect(page.locator(".is-back")).to_have_count(30)
    await page.get_by_role("button", name="Show all cards").click()
    await expect(page.locator(".table-title")).to_contain_text("open")
    await expect(page.locator(".is-back")).to_have_count(0)
    await play_a_card(page)
    await expect(page.locator(".own-hand .playing-card")).to_have_count(14)
    await page.keyboard.press("u")
    await expect(page.locator(".own-hand .playing-card")).to_have_count(15)
    while not await page.locator(".score-lines").count():
        await play_a_card(page)
    await expect(page.locator(".score-lines")).to_contain_text("purse")
    await expect(page.locator(".result h2")).to_contain_text(re.compile(r"wins? the hand, \d+ to"))
    await expect(page.locator(".table-title")).to_contain_text("1 undone, 1 hint, cards shown in hand 1")
    assert complaints == []


async def test_a_friend_and_another_seat(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "spades-3")
    await answer(page, "look at my cards")
    await answer(page, "2")
    await page.get_by_role("button", name="Finish for me").click()
    await expect(page.locator(".question")).to_contain_text("The game is over")
    link = await page.locator("input.copied").input_value()
    friend, friends_complaints = await open_window(reduced_motion="reduce")
    await friend.goto(link)
    await friend.get_by_role("button", name="Play this deal").click()
    await expect(friend.locator(".felt")).to_be_visible()
    await expect(friend.get_by_text("Results on the same deal")).to_be_visible()
    await answer(friend, "look at my cards")
    await answer(friend, "3")
    await friend.get_by_role("button", name="Finish for me").click()
    await expect(friend.get_by_role("columnheader", name="friend 1, seat 0")).to_be_visible()
    await page.get_by_label("Seat at the new table").select_option("2")
    await page.get_by_role("button", name="Play this hand again").click()
    await expect(page.get_by_role("columnheader", name="you (earlier), seat 0")).to_be_visible()
    await expect(page.get_by_role("columnheader", name="you, seat 2")).to_be_visible()
    stranger = await friend.goto(page.url)
    assert stranger is not None
    assert stranger.status == 403
    assert complaints == []
    assert all("403" in line for line in friends_complaints)


@pytest.mark.parametrize("variant", ["spades-5-3jokers", "pinochle-double-deck"])
async def test_tables_fit_and_do_not_complain(web: Web, open_window: Open, variant: str) -> None:
    page, complaints = await sit_down(web, open_window, variant, WIDTHS[0])
    for _ in range(4):
        await page.locator(".answers button, .own-hand .pick").first.click()
        await settled(page)
    await page.get_by_role("button", name="Show all cards").click()
    await settled(page)
    await check_widths(page)
    await page.set_viewport_size({"width": WIDTHS[0], "height": 700})
    tops = "new Set([...document.querySelectorAll('.own-hand > *')].map((slot) => slot.offsetTop)).size"
    assert await page.evaluate(tops) == 1  # the hand is one row, however many cards it has
    assert complaints == []


async def test_a_lone_card_plays_itself_and_the_result_leads_on(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "spades-4")
    await page.get_by_text("Settings", exact=True).click()
    await page.get_by_label("Play my card if only one is legal").check()
    await page.reload()
    await answer(page, "look at my cards")
    await answer(page, "4")
    while await page.locator(".own-hand .playing-card").count():
        await play_a_card(page)
        if not await page.locator(".result").count():
            assert await page.locator(".own-hand .pick").count() > 1
    await expect(page.locator(".result .next")).to_be_focused()
    await page.keyboard.press("t")
    await expect(page.get_by_role("columnheader", name="taken by")).to_be_visible()
    await page.get_by_role("link", name="Replay and costs").click()
    await expect(page.locator("#replay .felt")).to_be_visible()
    await page.get_by_role("link", name="Check what each card cost").click()
    await page.get_by_role("link", name="Table of all costs").click()
    await expect(page.get_by_text("How costs are computed")).to_be_visible()
    await page.get_by_role("link", name="your table, hand 1").click()
    await expect(page.locator("#replay .felt")).to_be_visible()
    assert complaints == []


async def test_a_refusal_is_shown_and_the_table_stays(web: Web, open_window: Open) -> None:
    page, _ = await sit_down(web, open_window, "spades-4")
    other = await page.context.new_page()
    await other.goto(page.url)
    await answer(other, "look at my cards")
    await answer(page, "look at my cards")
    refusal = page.get_by_role("alert")
    await expect(refusal).to_contain_text("changed in another window")
    await expect(refusal).to_be_in_viewport()
    assert await refusal.evaluate("alert => alert.previousElementSibling.className") == "question"
    await page.reload()
    await expect(page.get_by_text("What do you bid?")).to_be_visible()


async def test_a_hand_is_played_by_keys_alone(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "pinochle-cutthroat")
    while not await page.get_by_text("The game is over").count():
        await page.locator(".answers button, .answers input, .own-hand .pick").first.focus()
        if await page.locator("#lay").count():
            for place in range(await page.locator(".pick").count()):
                if await page.locator("#lay").is_enabled():
                    break
                await page.locator(".pick").nth(place).press("Space")
            await page.locator("#lay").press("Enter")
        elif await page.locator(".answers input").count():
            await page.locator(".answers button").first.press("Enter")
        else:
            await page.keyboard.press("Enter")
        await settled(page)
    assert await page.evaluate("document.activeElement.closest('#table') !== null")
    assert complaints == []


async def test_arrows_go_along_answers_and_cards(web: Web, open_window: Open) -> None:
    page, complaints = await sit_down(web, open_window, "spades-4")
    focused = "document.activeElement.textContent"
    assert await page.locator('.answers button[tabindex="0"]').count() == 1
    await page.locator(".answers button").first.press("End")
    assert await page.evaluate(focused) == await page.locator(".answers button").last.text_content()
    await page.keyboard.press("ArrowRight")
    assert await page.evaluate(focused) == "look at my cards"
    await page.keyboard.press("Enter")
    await settled(page)
    await page.locator(".answers button").first.press("ArrowRight")
    await page.keyboard.press("Enter")
    await settled(page)
    cards = page.locator('[role="toolbar"][aria-label="your cards"] .pick')
    second = await cards.nth(1).get_attribute("data-card")
    await cards.first.press("ArrowRight")
    assert await page.evaluate("document.activeElement.dataset.card") == second
    await page.keyboard.press("Enter")
    await settled(page)
    await expect(page.locator(f'.own-hand [data-card="{second}"]')).to_have_count(0)
    await page.get_by_text("Keys", exact=True).click()
    await expect(page.get_by_text("move along cards")).to_be_visible()
    assert complaints == []


async def test_a_typed_bid_is_sent_by_enter(web: Web, open_window: Open) -> None:
    page, complaints = await open_window(1000, reduced_motion="reduce")
    await page.goto(f"{web.url}/play")
    await page.get_by_role("button", name=f"Play a hand of {title_of('pinochle-chips')}").click()
    await page.locator(".answers input").press("Enter")
    await settled(page)
    await expect(page.get_by_text("Take the widow?")).to_be_visible()
    assert complaints == []


@pytest.mark.parametrize("variant", ["pinochle-cutthroat", "spades-5"])
async def test_a_phone_shows_the_whole_table(web: Web, open_window: Open, variant: str) -> None:
    page, complaints = await sit_down(web, open_window, variant, width=390)
    await page.set_viewport_size({"width": 390, "height": 844})
    while not await page.locator(".own-hand .pick").count():
        await page.locator(".answers button").last.click()
        await settled(page)
    await expect(page.locator(".question .said")).to_contain_text("Play a card")
    below = await page.evaluate("document.querySelector('.question .said').getBoundingClientRect().bottom + scrollY")
    assert below <= 844
    assert complaints == []


@pytest.mark.parametrize("theme", THEMES)
async def test_a_table_is_not_hard_to_reach(web: Web, open_window: Open, axe: Path, theme: str) -> None:
    page, _ = await sit_down(web, open_window, "pinochle-chips", color_scheme=theme)
    await page.add_init_script(path=axe)
    await page.reload()
    await expect(page.locator(".felt")).to_be_visible()
    for press in ("", "Bid", "take the widow", "concede"):
        if press:
            await answer(page, press)
        await check_access(page)

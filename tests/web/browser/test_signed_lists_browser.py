"""What the page of an owner's part checks, in a real browser: as the command's tests have it."""

from collections.abc import Iterator
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from playwright.async_api import Browser

from arena.wire.gen.contributions_pb2 import ContributionList
from arena.wire.gen.seeds_pb2 import GetRootResponse, Signer
from tests.cli.tournament.test_signed_lists import (
    NEW,
    OLD,
    listed,
    of_another_m,
    of_another_number,
    public,
    seen,
    vouched,
)
from tests.web.browser.test_browser import browser
from tests.web.conftest import Web

pytestmark = pytest.mark.browser

__all__ = ["browser"]  # the fixture

WRONG = "the list of attempt 0 has the signature of another list, of another root, or of other settings"
NOBODY = "a key that nobody vouches for"
OTHER_LIST = "the list of attempt 0 is not the one that was signed first: attempt 0: ann "
CHECK = """async ([name, first, then, lists]) => {
    const { Noted } = await import("/static/signed-lists.js");
    const noted = new Noted(name, first, true);
    try {
        await noted.check(then);
        for (const each of lists) await noted.checkLists(each);
    } catch (problem) {
        return problem.message;
    }
    return "";
}"""
DRAWN = """async ([name, seen]) => {
    const { checkDrawn } = await import("/static/signed-lists.js");
    return checkDrawn(name, seen).then(() => "", (problem) => problem.message);
}"""
AGAIN = """async ([seen, attempt, last]) => {
    const { checkAgain } = await import("/static/signed-lists.js");
    try { checkAgain(seen, attempt, last); } catch (problem) { return problem.message; }
    return "";
}"""


def shown(message: Message) -> dict[str, Any]:
    """As the page is told it."""
    return MessageToDict(message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True)


def changed(**fields: str) -> GetRootResponse:
    other = seen()
    for field, value in fields.items():
        setattr(other, field, value)
    return other


def one_less() -> ContributionList:
    found = listed()
    del found.owners[1]
    return found


Case = tuple[str, GetRootResponse, list[list[ContributionList]], str]


def cases() -> Iterator[Case]:
    """A tournament's name, what is seen after `seen()`, then each look at its lists, and what is told."""
    yield "spring", seen(), [[listed()], [listed(), ContributionList(attempt=1)]], ""
    yield "spring", changed(root=bytes(32).hex()), [], "its root was 0001"
    yield "spring", changed(settings="{}"), [], "its settings were "
    yield "spring", changed(settings="{}", deals="owners"), [], ""
    yield "spring", seen(vouched(NEW, OLD)), [[listed(NEW)]], ""
    for more in ((), (Signer(key=public(NEW)),), (vouched(NEW, OLD, bytes(64)),), (vouched(NEW, NEW),)):
        yield "spring", seen(*more), [[listed(NEW)]], NOBODY
    yield "autumn", seen(), [[listed()]], WRONG
    for other in (listed(root=bytes(32)), listed(settings="{}"), one_less()):
        yield "spring", seen(), [[other]], WRONG
    for after in ([], [one_less()]):
        yield "spring", seen(), [[listed()], after], OTHER_LIST


async def test_a_browser_trusts_what_the_command_does(web: Web, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(web.url)
    for name, then, looks, told in cases():
        lists = [[shown(each) for each in look] for look in looks]
        found = await page.evaluate(CHECK, [name, shown(seen()), shown(then), lists])
        assert (told in found, bool(told)) == (True, bool(found)), (name, looks, found)
    assert await page.evaluate(DRAWN, ["spring", shown(seen())]) == ""
    for change, told in (
        (of_another_number, "the number of bob is not the one"),
        (of_another_m, "its numbers come to M"),
    ):
        other = seen()
        change(other)
        assert told in await page.evaluate(DRAWN, ["spring", shown(other)])


async def test_a_browser_sees_when_another_attempt_is_needed(web: Web, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(web.url)
    for is_over, nonce, is_needed in ((True, "11", False), (False, "", False), (True, "", True)):
        told = seen()
        told.lists[0].over, told.lists[0].owners[0].nonce = is_over, nonce
        line = await page.evaluate(AGAIN, [shown(told), 1, 0])
        assert line == ("" if is_needed else "there is an attempt 1, and all have revealed on the list before it")
    assert await page.evaluate(AGAIN, [shown(seen()), 0, -1]) == ""
    assert await page.evaluate(AGAIN, [shown(seen()), 2, 0]) == "attempt 2 is open, and this page was in attempt 0"

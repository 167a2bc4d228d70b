import re
from html import unescape

from arena.store.bundles.keeping import Submission
from tests.api.conftest import principal_of
from tests.web.conftest import HOSTILE, Web
from tests.web.desk.conftest import SignUp, Visitor


async def submit_bot(web: Web, token: str, number: int = 1) -> str:
    """Hand a bundle in for who has *token*; return the version."""
    who = await principal_of(web.store, token)
    assert who.owner is not None
    hash = bytes([number]) * 32
    new = Submission("fox", "", who.owner, hash, hash, b"zip", "{}", ("spades-4",), 64, who.token_id)
    return (await web.store.bundles.submit(new)).bot


async def test_versions_and_reasons_are_on_the_bots_page(web: Web, sign_up: SignUp) -> None:
    ann, token = await sign_up("ann", "first")
    assert "Submitted versions" not in (await ann.get("/desk/bot?bot=first")).text
    first, second = await submit_bot(web, token, 1), await submit_bot(web, token, 2)
    await web.store.bundles.decide(first, False, HOSTILE, "")
    shown = await ann.get(f"/desk/bot?bot={first}")
    assert shown.status_code == 200
    for word in (first, second, "waiting", "refused", "01" * 6, "02" * 6, "spades-4"):
        assert word in shown.text
    assert HOSTILE not in shown.text
    assert HOSTILE in unescape(shown.text)


async def test_a_log_is_its_owners_alone(web: Web, sign_up: SignUp, operator: Visitor) -> None:
    ann, token = await sign_up("ann")
    bob, _ = await sign_up("bob")
    page = await submit_bot(web, token)
    assert "no runner has checked this version yet" in (await ann.get(f"/desk/log?bot={page}")).text
    await web.store.bundles.decide(page, True, "", f"checked {HOSTILE}")
    for number in range(25):
        await web.store.bundles.add_seat_log(page, number, "killed" * (number == 3), f"{HOSTILE} {number}.", 5, 2048)
    shown = await ann.get(f"/desk/log?bot={page}")
    assert HOSTILE not in shown.text
    text = unescape(shown.text)
    assert [f"checked {HOSTILE}" in text, f"{HOSTILE} 24." in text, f"{HOSTILE} 4." in text] == [True, True, False]
    (older,) = re.findall('href="([^"]*)">Older seats<', shown.text)
    assert f"{HOSTILE} 4." in unescape((await ann.get(unescape(older))).text)
    failed = unescape((await ann.get(f"/desk/log?bot={page}&failed=on")).text)
    assert [f"{HOSTILE} 3." in failed, "killed" in failed, f"{HOSTILE} 24." in failed] == [True, True, False]
    for other in (bob, operator):
        answer = await other.get(f"/desk/log?bot={page}")
        assert (answer.status_code, "checked" in answer.text) == (403, False)
        assert (await other.get(f"/desk/bot?bot={page}")).status_code == (200 if other is operator else 403)
    assert "/desk/log" not in (await operator.get(f"/desk/bot?bot={page}")).text
    assert (await ann.get("/desk/log?bot=nobody")).status_code == 404


async def test_a_version_is_withdrawn(web: Web, sign_up: SignUp) -> None:
    ann, token = await sign_up("ann")
    bob, _ = await sign_up("bob", "theirs")
    page = await submit_bot(web, token)
    assert (await bob.do("withdraw-version", bot="theirs@1", version=page)).status_code == 403
    done = await ann.do("withdraw-version", bot=page, version=page)
    assert (done.status_code, done.headers["location"]) == (303, "/desk/bot?bot=fox%401&done=withdraw-version")
    shown = await ann.get(done.headers["location"])
    assert ["enters no more tournaments" in shown.text, "withdrawn</span>" in shown.text] == [True, True]
    assert "Withdraw permanently" not in shown.text

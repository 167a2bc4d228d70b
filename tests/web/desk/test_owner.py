import logging
import re
from html import unescape

import psycopg
import pytest
from grpc import StatusCode

from arena.api.calls import admission
from arena.guards.auth import RefusedError
from arena.store.accounts.rows import Principal
from arena.wire.gen.accounts_pb2 import ListBotsRequest
from tests import ask
from tests.api.conftest import principal_of
from tests.api.playing import connect
from tests.store.renamed import rename
from tests.web.conftest import HOSTILE, Web
from tests.web.desk.conftest import SECRET, SignUp

BOTS = ("one", "two", "three", "four")


async def test_a_bot_is_registered_and_its_token_is_shown_once(
    web: Web, sign_up: SignUp, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    ann, _ = await sign_up("ann")
    page = await ann.do("register", name=" first ", version="1.0")
    (token,) = SECRET.findall(page.text)
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    principal = await principal_of(web.store, token)
    assert (principal.scope, principal.bot, principal.owner) == ("bot", "first@1.0", "ann")
    for path in ("/desk", "/desk/tokens", "/desk/bot?bot=first%401.0", "/bots"):
        assert token not in (await ann.get(path)).text
    assert "first@1.0" in (await ann.get("/desk")).text
    assert token not in caplog.text


async def test_a_refusal_is_shown_at_the_form_and_keeps_the_input(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann", "first")
    for name, version, status, line in (
        ("first", "1", 409, "first@1 is there already"),
        ("First!", "1", 400, "a name has 1..40 characters"),
        (HOSTILE, "1", 400, "a name has 1..40 characters"),
    ):
        answer = await ann.do("register", name=name, version=version)
        assert (answer.status_code, line in answer.text) == (status, True)
        assert f'value="{name}"' in unescape(answer.text)
        assert "<img" not in answer.text
        assert re.search(r'action="/desk/do/register".*?role="alert"', answer.text, re.DOTALL)
        assert answer.text.count('role="alert"') == 1


async def test_tokens_are_made_replaced_and_revoked(web: Web, sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann", "first")
    page = await ann.do("make-token", holder="bot first@1", label=HOSTILE, days="30")
    (token,) = SECRET.findall(page.text)
    principal = await principal_of(web.store, token)
    assert principal.bot == "first@1"
    listed = await ann.get("/desk/tokens")
    assert HOSTILE not in listed.text
    assert HOSTILE in unescape(listed.text)
    rotated = await ann.do("rotate-token", id=principal.token_id, hours="2")
    (new,) = SECRET.findall(rotated.text)
    assert f"Token {principal.token_id} is valid until" in rotated.text
    after = await principal_of(web.store, new)
    assert after.bot == "first@1"
    revoked = await ann.do("revoke-token", id=after.token_id)
    assert (revoked.status_code, revoked.headers["location"]) == (303, "/desk/tokens?done=revoke-token")
    shown = await ann.get(revoked.headers["location"])
    assert "The token is revoked" in shown.text
    assert "revoked" in shown.text
    again = await ann.do("rotate-token", id=after.token_id)
    assert (again.status_code, "was revoked" in again.text) == (409, True)
    for field in ({"holder": "operator"}, {"holder": "bot nobody@1"}, {"holder": ""}, {"holder": "owner", "days": "x"}):
        assert (await ann.do("make-token", **field)).status_code in (400, 403, 404)


async def test_revoking_the_token_of_a_session_ends_it(sign_up: SignUp, web: Web) -> None:
    ann, token = await sign_up("ann")
    principal = await principal_of(web.store, token)
    assert "including this session" in (await ann.get("/desk/tokens")).text
    assert (await ann.do("revoke-token", id=principal.token_id)).status_code == 303
    assert (await ann.get("/desk")).headers["location"] == "/sign-in?to=/desk"


async def test_an_owner_cannot_see_bots_and_tokens_of_others(sign_up: SignUp, web: Web) -> None:
    ann, _ = await sign_up("ann")
    _, bobs = await sign_up("bob", "theirs")
    principal = await principal_of(web.store, bobs)
    assert (await ann.do("revoke-token", id=principal.token_id)).status_code == 404
    assert "theirs" not in (await ann.get("/desk")).text
    assert "bob" not in (await ann.get("/desk/tokens")).text
    assert (await ann.get("/desk/bot?bot=theirs%401")).status_code == 403
    assert (await ann.do("retry-bot", bot="theirs@1")).status_code == 403


async def test_a_bot_enters_a_tournament_late_and_leaves_it(web: Web, sign_up: SignUp) -> None:
    await sign_up("bob", *BOTS)
    ann, _ = await sign_up("ann", "first")
    await connect(web.store, ["spades-4"])
    cup = ask.tournament("cup", [ask.variant("spades-4")], list(BOTS), 1, allow_same_owner=True)
    await web.store.tournaments.create_tournament(cup)
    await rename(web.store, "cup", HOSTILE)
    await web.store.tournaments.start_tournament(HOSTILE)
    shown = await ann.get("/desk")
    assert HOSTILE in unescape(shown.text)
    assert "<img" not in shown.text
    assert "round-robin, running; pool trust; 1 board; Cutthroat Spades, 4 players. Open to all bots" in shown.text
    entered = await ann.do("enter", tournament=HOSTILE, bot="first@1")
    assert (entered.status_code, entered.headers["location"]) == (303, "/desk?done=enter")
    assert "The bot is entered" in (await ann.get("/desk?done=enter")).text
    assert sum(web.wake_ups) > 0
    assert "first@1" in (await web.store.tournaments.named(HOSTILE)).bots
    refused = await ann.do("withdraw", tournament=HOSTILE, bot="one@1")
    assert (refused.status_code, "one@1 is not yours" in refused.text) == (403, True)
    left = await ann.do("withdraw", tournament=HOSTILE, bot="first@1")
    assert left.headers["location"] == "/desk?done=withdraw"
    assert (await web.store.tournaments.named(HOSTILE)).cancelled > 0


async def test_a_bots_infractions_are_its_owners_to_read(web: Web, sign_up: SignUp, database: str) -> None:
    ann, _ = await sign_up("ann", "first")
    answer = await ann.get("/desk/bot?bot=first")
    assert "first@1 is offline" in answer.text
    assert "None counted" in answer.text
    with psycopg.connect(database) as sql:
        sql.execute("INSERT INTO infractions (version_id, infraction, count, last) VALUES (1, 'timeout', 7, now())")
        sql.commit()
    answer = await ann.get("/desk/bot?bot=first")
    assert re.search(r'timeout</th><td class="n">7<', answer.text)
    assert (await ann.get("/desk/bot?bot=nobody")).status_code == 404
    retried = await ann.do("retry-bot", bot="first@1")
    assert retried.headers["location"] == "/desk/bot?bot=first%401&done=retry-bot"
    assert web.wake_ups


async def test_a_bot_is_challenged_by_one_click(web: Web, sign_up: SignUp) -> None:
    bob, _ = await sign_up("bob", "theirs")
    ann, _ = await sign_up("ann", "first")
    await connect(web.store, ["pinochle-two-handed"])
    await ann.get("/desk/bot?bot=first")
    asked = {"bot": "first@1", "opponent": "theirs", "variant": "pinochle-two-handed", "boards": 16}
    refused = await ann.do("challenge", **asked)
    assert (refused.status_code, "not open to challenges" in refused.text) == (403, True)
    assert 'value="theirs"' in refused.text, "what was typed stays"
    assert "Other owners cannot challenge this bot" in (await bob.get("/desk/bot?bot=theirs")).text
    assert (await bob.do("open-to-challenges", bot="theirs@1")).status_code == 303
    assert "Every owner may challenge this bot" in (await bob.get("/desk/bot?bot=theirs")).text
    assert "open to challenges" in (await ann.get("/bots")).text
    started = await ann.do("challenge", **asked)
    assert (started.status_code, started.headers["location"]) == (303, "/gates/challenge-1")
    assert "first@1" in (await ann.get("/gates/challenge-1")).text
    assert web.wake_ups
    assert (await ann.do("close-to-challenges", bot="theirs@1")).status_code == 403
    assert (await bob.do("close-to-challenges", bot="theirs@1")).status_code == 303


async def test_an_owner_has_no_operators_desk(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    for path in ("/desk/new", "/desk/owners", "/desk/acts", "/desk/tournament?name=cup"):
        assert (await ann.get(path)).status_code == 403
    for action in ("create", "try", "start", "cancel", "invite", "create-owner", "extend", "retry-blocks"):
        answer = await ann.do(action, name="cup", boards="1", **{"play-spades-4": "on"})
        assert answer.status_code == 403, action


async def test_a_visitor_with_too_many_requests_is_refused(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admission, "CALLS_BURST", 3)
    monkeypatch.setattr(admission, "CALLS_RATE", 1e-9)
    desk, ann, bob = web.desk, *(Principal("owner", owner_id=number) for number in (1, 2))
    for _ in range(3):
        await desk.ask(ListBotsRequest(), ann)
    with pytest.raises(RefusedError, match="wait a moment") as refused:
        await desk.ask(ListBotsRequest(), ann)
    assert refused.value.code is StatusCode.RESOURCE_EXHAUSTED
    await desk.ask(ListBotsRequest(), bob)


async def test_only_sentences_of_ours_are_said_to_be_done(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    assert 'role="status"' not in (await ann.get("/desk?done=Send+me+your+token")).text

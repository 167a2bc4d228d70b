from collections.abc import Callable
from html import unescape
from urllib.parse import quote

import psycopg
import pytest

from arena.rules import VARIANTS, configure, option_help
from arena.web.desk import owners
from arena.web.desk.option_fields import option_fields
from arena.web.desk.tournaments import COMMAND_ONLY, FIELDS
from tests.api.conftest import principal_of
from tests.api.playing import connect, play_blocks
from tests.store.house import claimed
from tests.store.renamed import rename
from tests.web.conftest import GATEWAY, HOSTILE, LOGIN, Web
from tests.web.desk.conftest import SECRET, SignUp, Visitor

BOTS = ("one", "two", "three", "four")
FORM = {
    "play-spades-4": "on",
    "bots": "one\r\ntwo, three four@1\r\n",
    "boards": "4",
    "kind": "round-robin",
    "pool": "trust",
    "allow_same_owner": "on",
}


async def test_a_tournament_is_tried_made_and_run(web: Web, sign_up: SignUp, operator: Visitor) -> None:
    await sign_up("ann", *BOTS)
    refused = await operator.do("try", name=HOSTILE, **FORM)
    assert refused.status_code == 400
    assert "a name has 1..40 characters" in refused.text
    assert HOSTILE in unescape(refused.text)
    assert "<img" not in refused.text
    tried = await operator.do("try", name="cup", **FORM)
    assert tried.status_code == 200
    assert all(f'name="{field}"' in tried.text for field in {*FIELDS} - COMMAND_ONLY - {"variants"})
    assert "Estimate</h2>" in tried.text
    assert "4 hands" in tried.text
    assert "Not connected now: one@1, two@1, three@1, four@1" in tried.text
    assert all(f'value="{bot}" checked' in tried.text for bot in ("three", "four@1")), "what was chosen is still there"
    assert 'name="play-spades-4" checked' in tried.text
    creation = await operator.do("create", name="cup", **FORM)
    assert creation.status_code == 303
    page = creation.headers["location"]
    assert page.startswith("/desk/tournament?name=cup")
    await rename(web.store, "cup", HOSTILE)
    shown = await operator.get(page.replace("=cup", f"={quote(HOSTILE)}"))
    assert "Start it to play its boards" in shown.text
    assert HOSTILE in unescape(shown.text)
    assert "<img" not in shown.text
    await connect(web.store, ["spades-4"])
    for action, state in (("start", "running"), ("pause", "paused"), ("resume", "running")):
        answer = await operator.do(action, name=HOSTILE)
        assert answer.headers["location"].endswith(f"&done={action}")
        assert (await web.store.tournaments.named(HOSTILE)).state == state
    assert web.wake_ups == [4, 4]
    assert (await operator.do("priority", name=HOSTILE, priority="-7")).status_code == 303
    assert (await operator.do("extend", name=HOSTILE, boards="2")).status_code == 303
    row = await web.store.tournaments.named(HOSTILE)
    assert (row.priority, row.boards) == (-7, 6)
    await play_blocks(web.store, 1)
    assert (await operator.do("cancel", name=HOSTILE)).status_code == 303
    assert (await web.store.tournaments.named(HOSTILE)).state == "cancelled"
    assert (await operator.do("pause", name=HOSTILE)).status_code == 409


async def test_a_refusal_keeps_the_whole_form(sign_up: SignUp, operator: Visitor) -> None:
    await sign_up("ann", *BOTS)
    for change, line in (
        ({"boards": "many"}, "boards 'many': give a whole number"),
        ({"boards": "0"}, "boards: 0 given, 1 to 100000 are accepted"),
        ({"bots": "one two three nobody"}, "there is no bot 'nobody'"),
        ({"move_time": "-1"}, "move time '-1'"),
        ({"forfeit_after": "nan"}, "forfeit after 'nan'"),
        ({"option-spades-4-bag_rule": "[]"}, 'option bag_rule = "[]" is invalid; give one of'),
        ({"option-spades-4-target": "1"}, "option target = 1 is invalid; give a whole number 10..10000"),
        ({"challengers": "one@1"}, "gauntlet"),
        ({"kind": "gate"}, "gate"),
        ({"pool": "closed"}, "trust"),
        ({"priority": "11"}, "priority '11'"),
        ({"weight-spades-4": "99999999999"}, "weight-spades-4"),
        ({"bots": "a\0b"}, "NUL"),
    ):
        for action in ("try", "create"):
            answer = await operator.do(action, name="cup", **(FORM | change))
            assert answer.status_code in (400, 404), (change, answer.status_code)
            assert line in unescape(answer.text), change
            assert 'value="cup"' in answer.text
            assert 'name="play-spades-4" checked' in answer.text
    none = {name: value for name, value in FORM.items() if name != "play-spades-4"}
    assert "no variant is selected" in (await operator.do("create", name="cup", **none)).text


def test_every_choice_of_an_option_is_accepted() -> None:
    for variant in VARIANTS:
        assert [each.name for each in option_fields(variant)] == [name for name, *_ in option_help(variant)]
        for each in option_fields(variant):
            for text in (*each.choices, *filter(None, [each.none])):
                configure(variant, options={each.name: each.read(text)})


async def test_priority_and_boards_have_to_be_numbers(web: Web, sign_up: SignUp, operator: Visitor) -> None:
    await sign_up("ann", *BOTS)
    assert (await operator.do("create", name="cup", **FORM)).status_code == 303
    for action, given in (("priority", ""), ("priority", "11"), ("extend", ""), ("extend", "x")):
        answer = await operator.do(action, name="cup", priority=given, boards=given)
        assert answer.status_code == 400
        assert answer.text.count('role="alert"') == 1
    assert (await operator.do("start", name="nothing")).status_code == 404


async def test_failed_blocks_are_shown_and_tried_again(web: Web, sign_up: SignUp, operator: Visitor) -> None:
    await sign_up("ann", *BOTS)
    await operator.do("create", name="cup", **FORM)
    await connect(web.store, ["spades-4"])
    await operator.do("start", name="cup")
    web.store.play.attempt_limit = 1
    claim = await claimed(web.store)
    await web.store.play.failed(claim.block_id, claim.lease_number, f"Traceback: {HOSTILE}")
    shown = await operator.get("/desk/tournament?name=cup")
    assert f"Traceback: {HOSTILE}" in unescape(shown.text)
    assert "<img" not in shown.text
    assert (await operator.do("retry-blocks", name="cup")).headers["location"].endswith("done=retry-blocks")
    assert "No failed blocks." in (await operator.get("/desk/tournament?name=cup")).text


async def test_owners_and_bots_are_made_and_listed(web: Web, operator: Visitor) -> None:
    page = await operator.do("create-owner", name="ann")
    (token,) = SECRET.findall(page.text)
    assert (await principal_of(web.store, token)).owner == "ann"
    assert len(SECRET.findall((await operator.do("register-for", owner="ann", name="first", version="1")).text)) == 1
    shown = (await operator.get("/desk/owners")).text
    assert "ann" in shown
    assert "first@1" in shown
    assert not SECRET.search(shown)
    assert f"arena login {GATEWAY.server} --ca arena-ca.pem" in page.text
    for action, fields in (("create-owner", {"name": "ann"}), ("register-for", {"name": "x", "version": "1"})):
        answer = await operator.do(action, **fields)
        assert answer.status_code in (400, 409)
        assert answer.text.count('role="alert"') == 1
    for holder, name in (("operator", ""), ("owner", "ann"), ("bot first@1", "")):
        assert len(SECRET.findall((await operator.do("make-token", holder=holder, name=name)).text)) == 1


async def test_an_invited_person_becomes_an_owner_once(
    web: Web, operator: Visitor, visitor: Visitor, visitors: Callable[[], Visitor]
) -> None:
    page = await operator.do("invite", days="2")
    (code,) = SECRET.findall(page.text)
    assert f"{web.url}/invite/{code}" in page.text
    path = f"/invite/{code}"
    shown = await visitor.get(path)
    assert (shown.status_code, LOGIN in shown.text) == (200, True)
    taken = await visitor.send(path, name="Not a Name")
    assert (taken.status_code, 'value="Not a Name"' in taken.text) == (400, True)
    accepted = await visitor.send(path, name=" eve ")
    (token,) = SECRET.findall(accepted.text.replace(code, ""))
    assert [accepted.headers["cache-control"], "You are signed in." in accepted.text] == ["no-store", True]
    desk = (await visitor.get("/desk")).text  # the visitor is signed in
    assert ["<strong>eve</strong>" in desk, LOGIN in desk] == [True, True]
    assert LOGIN in (await visitor.do("register", name="first", version="1")).text
    assert (await principal_of(web.store, token)).owner == "eve"
    late = await visitors().send(path, name="eva")
    assert (late.status_code, "was used already" in late.text) == (409, True)
    (code,) = SECRET.findall((await operator.do("invite")).text)
    own = await operator.send(f"/invite/{code}", name="eva")  # the operator stays signed in
    assert ("You are signed in." in own.text, "set-cookie" in own.headers) == (False, False)
    assert (await operator.do("invite")).status_code == 200


async def test_an_invite_expires(operator: Visitor, visitor: Visitor, database: str) -> None:
    (code,) = SECRET.findall((await operator.do("invite")).text)
    with psycopg.connect(database) as sql:
        assert sql.execute("SELECT round(extract(epoch FROM expires - now()) / 86400) FROM invites").fetchone() == (7,)
        sql.execute("UPDATE invites SET expires = now()")
    answer = await visitor.send(f"/invite/{code}", name="eve")
    assert (answer.status_code, "has expired" in answer.text) == (409, True)


async def test_changes_by_operators_are_listed_and_escaped(
    web: Web, operator: Visitor, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (token,) = SECRET.findall((await operator.do("create-owner", name="ann")).text)
    await operator.do("create-owner", name="Not a Name")
    shown = (await operator.get("/desk/acts")).text
    assert shown.index("invalid_argument") < shown.index("name=ann")
    assert token not in shown
    monkeypatch.setattr(owners, "MAX_ACTS", 1)
    cut = (await operator.get("/desk/acts")).text
    assert "Only the newest actions" in cut
    assert "invalid_argument" in cut
    assert "name=ann" not in cut
    monkeypatch.undo()
    with psycopg.connect(database) as sql:
        sql.execute("UPDATE acts SET about = %s, at = now() - interval '8 days' WHERE outcome = 'done'", [HOSTILE])
    assert HOSTILE not in unescape((await operator.get("/desk/acts")).text)
    longer = (await operator.get("/desk/acts?days=30")).text
    assert HOSTILE in unescape(longer)
    assert "<img" not in longer
    assert "No actions in this period" in (await operator.get("/desk/acts?days=0")).text
    assert (await operator.get("/desk/acts?days=many")).status_code == 400

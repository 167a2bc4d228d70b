"""The calls that an owner's open page makes; no browser runs its script here."""

import secrets
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.league.seeds.contributions import nonce_commitment
from arena.wire.gen.running_pb2 import StartTournamentRequest
from arena.wire.gen.tournaments_pb2 import CreateTournamentRequest, VariantChoice
from tests.web.conftest import Web
from tests.web.desk.conftest import BOSS, SignUp, Visitor

PAGE = "/desk/contribute?name=cup"
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


@pytest.fixture
async def owners(web: Web, sign_up: SignUp) -> dict[str, Visitor]:
    """Two owners with two bots each in the tournament "cup", and one who has none there; all are signed in."""
    web.store.tournaments.keys = (KEY,)
    found = {name: (await sign_up(name, *bots))[0] for name, bots in (("ada", "ab"), ("ben", "cd"), ("cal", "e"))}
    await web.desk.ask(created("cup", contributions=True), BOSS)
    return found


def created(name: str, **more: Any) -> CreateTournamentRequest:
    variants = [VariantChoice(variant="spades-4")]
    return CreateTournamentRequest(
        name=name, variants=variants, bots=list("abcd"), boards=1, pool="trust", allow_same_owner=True, **more
    )


async def call(visitor: Visitor, name: str, /, **fields: object) -> dict[str, Any]:
    answer = await visitor.send(f"/desk/calls/{name}", **({"name": "cup"} | fields))
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


async def refusal(visitor: Visitor, name: str, /, **fields: object) -> tuple[int, str]:
    answer = await visitor.send(f"/desk/calls/{name}", **({"name": "cup"} | fields))
    told = answer.json()
    return answer.status_code, told.get("error") or told["refused"]


async def test_two_owners_bring_in_numbers(web: Web, owners: dict[str, Visitor]) -> None:
    nonces = {name: secrets.token_bytes(32) for name in ("ada", "ben")}
    for name, nonce in nonces.items():
        commitment = nonce_commitment("cup", 0, name, nonce).hex()
        found = await call(owners[name], "report", attempt=0, commitment=commitment)
        told = {"owner": name, "attempt": 0, "open": True, "commitment": commitment, "revealed": False}
        assert found == {"contribution": told}
        assert (await call(owners[name], "own"))["contribution"] == told
    assert (await call(owners["cal"], "root"))["lists"] == []
    await web.desk.ask(StartTournamentRequest(name="cup"), BOSS)
    await web.store.tournaments.sign_roots()
    (listed,) = (await call(owners["ada"], "root"))["lists"]
    assert [each["nonce"] for each in listed["owners"]] == ["", ""]
    assert (listed["signer"], listed["chain"], listed["round"]) == (KEY.public_key().public_bytes_raw().hex(), "", "0")
    for name, nonce in nonces.items():
        assert (await call(owners[name], "reveal", attempt=0, nonce=nonce.hex()))["contribution"]["revealed"] is True
    root = await call(owners["ada"], "root")
    assert (root["deals"], root["contributors"]) == ("owners", ["ada", "ben"])
    assert (await call(owners["ada"], "own"))["tournament"]["state"] == "running"


async def test_what_is_refused_is_said_in_a_line(owners: dict[str, Visitor], operator: Visitor) -> None:
    ada = owners["ada"]
    assert await refusal(owners["cal"], "own") == (
        403,
        "cal has no bot in tournament 'cup': only owners of its bots contribute",
    )
    assert (await refusal(operator, "own"))[0] == 403
    assert (await refusal(ada, "own", name="cap"))[0] == 404
    assert await refusal(ada, "else") == (404, "There is no such call.")
    assert (await refusal(ada, "report", attempt="x", commitment="11" * 32))[0] == 400
    assert (await refusal(ada, "report", attempt=0, commitment="zz"))[0] == 400
    for name, attempt, line in (
        ("report", 1, "attempt 1 is not open yet"),
        ("reveal", 0, "its list is not signed yet"),
    ):
        told = await call(ada, name, attempt=attempt, commitment="11" * 32, nonce="11" * 32)
        assert line in told["refused"]
    answer = await ada.client.post("/desk/calls/own", data={"form_token": ada.form_token, "name": "cup" * 100_000})
    assert (answer.status_code, answer.headers["cache-control"]) == (400, "no-store")


async def test_a_call_is_of_a_page_of_its_own_session(owners: dict[str, Visitor], visitor: Visitor) -> None:
    ada, ben = owners["ada"], owners["ben"]
    fields = {"name": "cup", "attempt": "0", "commitment": "11" * 32}
    for shown in ("", "0" * 64, ben.form_token):
        answer = await ada.client.post("/desk/calls/report", data=fields | {"form_token": shown})
        assert (answer.status_code, "another session" in answer.json()["error"]) == (403, True)
    elsewhere = {"Origin": "https://evil.example"}
    answer = await ada.client.post(
        "/desk/calls/report", data=fields | {"form_token": ada.form_token}, headers=elsewhere
    )
    assert answer.status_code == 403
    assert await refusal(visitor, "report", **fields) == (401, "You are signed out: sign in again.")
    assert (await ada.get("/desk/calls/own?name=cup")).status_code == 405
    assert (await call(ada, "own"))["contribution"]["commitment"] == ""


async def test_the_page_is_for_owners_who_may_contribute(
    web: Web, owners: dict[str, Visitor], operator: Visitor, visitor: Visitor
) -> None:
    page = (await owners["ada"].get(PAGE)).text
    assert 'data-name="cup" data-look="2.0" data-report="20" data-silent="60"' in page
    assert f'<a href="{PAGE}">' in (await owners["ada"].get("/desk")).text
    assert (await visitor.get(PAGE)).headers["location"] == "/sign-in?to=/desk/contribute%3Fname%3Dcup"
    for who, status, line in ((owners["cal"], 403, "cal has no bot in tournament"), (operator, 403, "owner")):
        answer = await who.get(PAGE)
        assert (answer.status_code, line in answer.text) == (status, True)
    await web.desk.ask(created("plain"), BOSS)
    answer = await owners["ada"].get("/desk/contribute?name=plain")
    assert (answer.status_code, "takes no contributions" in answer.text) == (409, True)
    assert "name=plain" not in (await owners["ada"].get("/desk")).text


async def test_a_number_of_another_owner_is_not_brought_in(owners: dict[str, Visitor]) -> None:
    commitment = nonce_commitment("cup", 0, "ada", bytes(32)).hex()
    refused = await refusal(owners["ben"], "report", attempt=0, commitment=commitment, owner="ada")
    assert refused == (403, "ben is signed in now, and this page is of 'ada'.")
    assert (await call(owners["ben"], "own"))["contribution"]["commitment"] == ""

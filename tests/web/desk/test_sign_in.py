import hashlib
import logging
from collections.abc import Callable
from ipaddress import ip_network

import httpx
import psycopg
import pytest

from arena.guards import buckets
from arena.guards.limits import SIGN_INS_BURST
from arena.guards.proxies import Proxies
from arena.web.app import make_app
from arena.wire.gen.accounts_pb2 import RevokeTokenRequest
from tests.web.conftest import OPERATOR, Web
from tests.web.desk.conftest import BOSS, SECRET, SignUp, Visitor

PRIVATE = (
    "/desk",
    "/desk/tokens",
    "/desk/owners",
    "/desk/acts",
    "/desk/new",
    "/sign-in",
    "/invite/x",
    "/desk/tournament?name=no",
)


async def test_pages_of_the_desk_ask_to_sign_in(visitor: Visitor) -> None:
    for path in ("/desk", "/desk/tokens", "/desk/bot?bot=a%401"):
        answer = await visitor.get(path)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/sign-in?to=/desk")
        assert answer.headers["cache-control"] == "no-store"
    assert 'value="/desk/bot?bot=a%401"' in (await visitor.get(answer.headers["location"])).text
    page = await visitor.send("/sign-in", token=OPERATOR, to="/desk/bot?bot=a%401")
    assert page.headers["location"] == "/desk/bot?bot=a%401"
    assert (await visitor.do("register", name="x", version="1")).status_code == 403


async def test_nobody_is_sent_elsewhere(visitor: Visitor) -> None:
    for to in ("https://evil.example/", "//evil.example", "/desk\\@evil", "/deskevil", "/desk\r\nX: y", "javascript:1"):
        assert (await visitor.send("/sign-in", token=OPERATOR, to=to)).headers["location"] == "/desk"


async def test_the_cookie_is_for_this_site_alone(visitor: Visitor, database: str) -> None:
    answer = await visitor.send("/sign-in", token=f" {OPERATOR} ")
    name, _, rest = answer.headers["set-cookie"].partition("=")
    flags = {each.strip().lower() for each in rest.split(";")[1:]}
    assert name == "arena-session"
    assert flags == {"httponly", "samesite=strict", "path=/", "max-age=604800"}
    session = rest.split(";")[0]
    assert OPERATOR not in session
    with psycopg.connect(database) as sql:
        ((stored,),) = sql.execute("SELECT hash FROM sessions").fetchall()
    assert stored == hashlib.sha256(session.encode()).digest()


async def test_behind_a_proxy_with_tls_the_cookie_is_secure(web: Web) -> None:
    noted = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7", "sec-fetch-site": "same-origin"}
    for proxies, secure in ((Proxies((ip_network("127.0.0.0/8"),)), True), (Proxies(), False)):
        app = make_app(web.store, web.wake_ups.append, proxies=proxies)
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://arena.example") as client:
            answer = await client.post("/sign-in", data={"token": OPERATOR}, headers=noted)
            cookie = answer.headers["set-cookie"]
            assert ("; secure" in cookie.lower()) == secure
            assert cookie.startswith("__Host-arena-session=") == secure
            name, _, value = cookie.partition(";")[0].partition("=")
            again = await client.get("/desk", headers=noted | {"cookie": f"{name}={value}"})
            assert again.status_code == 200


async def test_a_wrong_token_is_refused_in_one_line_without_repeating_it(
    visitor: Visitor, sign_up: SignUp, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await sign_up("ann", "first")
    (bot,) = set(SECRET.findall((await ann.do("make-token", holder="bot first@1")).text))
    caplog.set_level(logging.INFO)
    for token, status, line in (
        ("", 400, "the token is empty"),
        ("arena_owner_wrong", 401, "this token is unknown"),
        (bot, 403, "the given one is that of the bot first@1"),
    ):
        answer = await visitor.send("/sign-in", token=token)
        assert (answer.status_code, line in answer.text) == (status, True), answer.text
        assert "set-cookie" not in answer.headers
        assert not token or token not in answer.text + caplog.text


async def test_signing_out_ends_the_session(operator: Visitor) -> None:
    cookie = dict(operator.client.cookies)
    assert (await operator.get("/desk")).status_code == 200
    assert (await operator.client.post("/sign-out", data={"form_token": "0" * 64})).status_code == 403
    assert (await operator.get("/desk")).status_code == 200
    assert (await operator.send("/sign-out")).headers["location"] == "/"
    assert not operator.client.cookies
    operator.client.cookies.update(cookie)
    assert (await operator.get("/desk")).status_code == 303


async def test_a_second_sign_in_ends_the_first_session(operator: Visitor) -> None:
    before = dict(operator.client.cookies)
    await operator.sign_in(OPERATOR)
    assert dict(operator.client.cookies) != before
    operator.client.cookies.clear()
    operator.client.cookies.update(before)
    assert (await operator.get("/desk")).status_code == 303


async def test_a_revoked_token_ends_its_sessions_at_once(web: Web, sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    assert (await ann.get("/desk")).status_code == 200
    await web.desk.ask(RevokeTokenRequest(id=2), BOSS)
    assert (await ann.get("/desk")).status_code == 303
    answer = await ann.do("register", name="late", version="1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
    assert 'arena-session=""' in (await ann.get("/sign-in")).headers["set-cookie"]


async def test_a_session_ends_after_a_while(operator: Visitor, database: str) -> None:
    for column in ("used", "created"):
        with psycopg.connect(database) as sql:
            sql.execute(f"UPDATE sessions SET {column} = now() - interval '7 days'")
        assert (await operator.get("/desk")).status_code == 303
        await operator.sign_in(OPERATOR)
        assert (await operator.get("/desk")).status_code == 200


async def test_tries_are_limited_by_address(visitor: Visitor, visitors: Callable[[], Visitor]) -> None:
    codes = [(await visitor.send("/sign-in", token="wrong")).status_code for _ in range(2 * SIGN_INS_BURST)]
    assert codes[:SIGN_INS_BURST] == [401] * SIGN_INS_BURST
    assert 429 in codes
    assert (await visitors().send("/invite/guess", name="eve")).status_code in (409, 429)


async def test_invalid_sessions_are_limited_too(web: Web, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buckets, "STRANGERS_BURST", 3)
    monkeypatch.setattr(buckets, "STRANGERS_RATE", 1)
    transport = httpx.ASGITransport(make_app(web.store, web.wake_ups.append), client=("192.0.2.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url=web.url) as client:
        codes = [
            (await client.get("/desk", headers={"cookie": f"arena-session=made-up-{number}"})).status_code
            for number in range(12)
        ]
    assert codes[:3] == [303] * 3
    assert 429 in codes


async def test_the_pages_for_everybody_are_the_same_for_who_is_signed_in(operator: Visitor, web: Web) -> None:
    for path in ("/", "/bots", "/tournaments"):
        mine, anybodys = await operator.get(path), await web.get(path)
        assert mine.text == anybodys.text
        assert mine.headers["etag"] == anybodys.headers["etag"]
        assert "set-cookie" not in mine.headers


async def test_nothing_of_the_desk_is_kept(operator: Visitor) -> None:
    for path in PRIVATE:
        assert (await operator.get(path)).headers["cache-control"] == "no-store", path

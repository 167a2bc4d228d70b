"""What another site's page lets a browser send is refused."""

from arena.web.serving.forms import MAX_FIELDS
from tests.web.conftest import Web
from tests.web.desk.conftest import SignUp

FROM_ELSEWHERE = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://127.0.0.1:1"},
)


async def test_a_form_of_another_site_is_refused(web: Web, sign_up: SignUp) -> None:
    ann, token = await sign_up("ann")
    fields = {"form_token": ann.form_token, "token": token, "name": "first", "version": "1"}
    for headers in FROM_ELSEWHERE:
        for path in ("/sign-in", "/sign-out", "/desk/do/register", "/invite/x", "/", "/desk"):
            answer = await ann.client.post(path, data=fields, headers=headers)
            assert (answer.status_code, "another site" in answer.text) == (403, True), (headers, path)
    assert await web.store.accounts.bots() == []
    assert (await ann.get("/desk")).status_code == 200


async def test_a_request_without_an_origin_is_refused(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    del ann.client.headers["Origin"]
    assert (await ann.do("register", name="first", version="1")).status_code == 403
    ann.client.headers["Sec-Fetch-Site"] = "same-origin"
    assert (await ann.do("register", name="first", version="1")).status_code == 200


async def test_a_form_carries_the_token_of_its_session(sign_up: SignUp, web: Web) -> None:
    ann, token = await sign_up("ann")
    bob, _ = await sign_up("bob")
    old = ann.form_token
    await ann.sign_in(token)
    assert ann.form_token != bob.form_token
    for shown in ("", "0" * 64, "\xe9", bob.form_token, old):
        fields = {"form_token": shown, "name": "first", "version": "1"}
        answer = await ann.client.post("/desk/do/register", data=fields)
        assert (answer.status_code, "another session" in answer.text) == (403, True)
    assert await web.store.accounts.bots() == []


async def test_nothing_is_done_by_looking(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann", "first")
    for path in ("/desk/do/register?name=x&version=1", "/sign-out"):
        assert (await ann.get(path)).status_code == 405


async def test_an_invalid_form_is_refused(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    many = "&".join(f"f{number}=" for number in range(MAX_FIELDS + 1)).encode()
    for body in (b"a" * 300_000, many, b"name=\xff\xfe"):
        assert (await ann.client.post("/desk/do/register", content=body)).status_code == 400
    assert (await ann.do("no-such-form")).status_code == 404

import ssl
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from tests.deploy.front import nginx
from tests.web.conftest import HOSTILE, OPERATOR, Web
from tests.web.desk.conftest import FORM_TOKEN

pytestmark = [pytest.mark.nginx, pytest.mark.timeout(600)]


def _trusting(authority: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=authority)


async def test_pages_and_live_pages_come_through(played: Web, tmp_path: Path) -> None:
    with nginx(tmp_path, "127.0.0.1:1", played.url.removeprefix("http://")) as front:
        base = f"https://{front.address.target}"
        async with httpx.AsyncClient(base_url=base, verify=_trusting(front.address.ca), timeout=60) as client:
            assert "cup" in (await client.get("/tournaments")).text
            async with client.stream("GET", f"/tournaments/{quote(HOSTILE)}.live") as answer:
                lines = answer.aiter_lines()
                assert (await anext(lines)).startswith("data: ")


async def test_a_bot_can_be_submitted(web: Web, tmp_path: Path) -> None:
    with nginx(tmp_path, "127.0.0.1:1", web.url.removeprefix("http://")) as front:
        base = f"https://{front.address.target}"
        async with httpx.AsyncClient(base_url=base, verify=_trusting(front.address.ca), timeout=60) as client:
            client.headers["Sec-Fetch-Site"] = "same-origin"
            await client.post("/sign-in", data={"token": OPERATOR})
            match = FORM_TOKEN.search((await client.get("/desk")).text)
            assert match
            for size, status, text in ((20, 400, "is not a whole ZIP archive"), (24, 413, "Too Large")):
                file = {"file": ("fox.zip", bytes(size * 2**20))}
                answer = await client.post("/desk/do/submit", data={"form_token": match[1]}, files=file)
                assert (answer.status_code, text in answer.text) == (status, True)


async def test_a_page_that_is_away_is_said_in_one_line(tmp_path: Path) -> None:
    with nginx(tmp_path, "127.0.0.1:1", "127.0.0.1:1") as front:
        async with httpx.AsyncClient(verify=_trusting(front.address.ca)) as client:
            answer = await client.get(f"https://{front.address.target}/ladder")
    assert answer.status_code == 503
    assert answer.text == "The page is being started again: try again in a moment.\n"

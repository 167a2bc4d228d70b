"""A bot that is submitted by a form, beside the folder that `arena bot submit` packs."""

from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest_asyncio

from arena.bundles import pack
from tests.bundles.bundles import GOOD, folder_of, zipped
from tests.web.conftest import Web
from tests.web.desk.conftest import SignUp, Visitor
from tests.web.desk.test_csrf import FROM_ELSEWHERE

ARCHIVE = zipped({f"red-fox/{name}": text for name, text in GOOD.items()} | {".DS_Store": "x"})
LARGE = 22 * 2**20  # bytes


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def _runner(web: Web) -> None:
    """There is one, who might check what is submitted."""
    await web.store.bundles.note_runner()


async def submit_bot(who: Visitor, file: bytes, **fields: str) -> httpx.Response:
    form = {"form_token": who.form_token} | fields
    return await who.client.post("/desk/do/submit", data=form, files={"file": ("fox.zip", file)})


async def test_it_is_the_version_that_the_folder_is(web: Web, sign_up: SignUp, tmp_path: Path) -> None:
    ann, _ = await sign_up("ann")
    sent = await submit_bot(ann, ARCHIVE, bot="fox", version="")
    assert (sent.status_code, sent.headers["location"]) == (303, "/desk/bot?bot=fox%401&done=submit")
    shown = await ann.get(sent.headers["location"])
    assert "The version is submitted" in shown.text
    assert "waiting" in shown.text
    bundle = await web.store.bundles.bundle("fox@1")
    packed = pack(folder_of(tmp_path, GOOD))
    assert bundle.hash.hex() == packed.hash
    assert await web.store.archives.get(bundle.hash) == packed.data
    again = await submit_bot(ann, zipped(GOOD), bot="fox")
    assert again.headers["location"] == sent.headers["location"]


async def test_a_large_one_comes_in_parts(web: Web, sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    noise = Random(1).randbytes(1_200_000)
    sent = await submit_bot(ann, zipped(GOOD | {"weights.bin": noise}), bot="fox", version="7")
    assert sent.status_code == 303
    assert (await web.store.bundles.bundle("fox@7")).packed_bytes > len(noise)


async def test_a_refusal_is_one_line(web: Web, sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    for file, bot, line in (
        (b"", "fox", "no file is selected"),
        (b"no archive", "fox", "is not a whole ZIP archive"),
        (zipped({"my_bot.py": ""}), "fox", "it has no bot.toml"),
        (zipped(GOOD | {"a/../../x": ""}), "fox", "give a path inside the folder"),
        (ARCHIVE, "", "bot is empty"),
        (ARCHIVE, "<b>", "'<b>'"),
        (bytes(LARGE), "fox", "the limit is 20 MB packed"),
    ):
        answer = await submit_bot(ann, file, bot=bot)
        assert answer.status_code == 400
        assert line in unescape(answer.text)
    assert await web.store.accounts.bots() == []


async def test_only_owners_of_a_bot_submit_it(web: Web, sign_up: SignUp, visitor: Visitor) -> None:
    assert (await submit_bot(visitor, ARCHIVE, bot="fox")).headers["location"] == "/sign-in"
    ann, _ = await sign_up("ann")
    bob, _ = await sign_up("bob")
    await submit_bot(ann, ARCHIVE, bot="fox")
    answer = await submit_bot(bob, ARCHIVE, bot="fox")
    assert (answer.status_code, "fox" in answer.text) == (403, True)
    ann.form_token = bob.form_token
    assert (await submit_bot(ann, ARCHIVE, bot="other")).status_code == 403
    form = {"form_token": bob.form_token, "bot": "other"}
    for headers in FROM_ELSEWHERE:
        files = {"file": ("fox.zip", ARCHIVE)}
        answer = await bob.client.post("/desk/do/submit", data=form, files=files, headers=headers)
        assert answer.status_code == 403
    assert [bot.bot for bot in await web.store.accounts.bots()] == ["fox@1"]


async def test_a_form_without_a_file_is_refused(sign_up: SignUp) -> None:
    ann, _ = await sign_up("ann")
    assert (await ann.do("submit", bot="fox")).status_code == 400
    many = {f"f{number}": "" for number in range(50)}
    assert (await submit_bot(ann, ARCHIVE, **many)).status_code == 400

import io
import json
import re
import stat
from pathlib import Path

import pytest

from arena.tokens import new_token
from arena.wire.login import Login, find_login, login_file, read_login, store_private
from tests.cli.conftest import OPERATOR, Command, Said, Served

FOX = new_token("bot")


@pytest.fixture
def log_in(served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    """Return a way to log in with a token that is piped into the command."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for name in served.environment:
        monkeypatch.delenv(name)

    def call(token: str, *words: str) -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{token}\n"))
        return arena("login", *words)

    return call


def test_a_login_replaces_the_environment(served: Served, arena: Command, log_in: Command) -> None:
    def must_log_in(token: str, *words: str) -> None:
        said = log_in(token, *words)
        assert (said.code, said.err, token in said.out) == (0, "", False)

    must_log_in(OPERATOR, served.address)
    assert arena("owner", "create", "ada").code == 0
    registered = arena("bot", "register", "fox", "--version", "1", "--owner", "ada")
    must_log_in(registered.out.strip())
    path = login_file()
    assert read_login() == Login(served.address, "", OPERATOR, registered.out.strip())
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]
    assert "tokens: yours and a bot's" in arena("login", "--show").out
    assert "default $ARENA_SERVER, else" in re.sub(r"\s+", " ", arena("login", "--help").out)
    assert f"arena login {served.address}; then start the bot: python my_bot.py" in registered.err
    assert find_login("127.0.0.1:2", None, None) == Login("127.0.0.1:2"), "not for another arena"
    path.chmod(0o640)
    assert f"run chmod 600 {path}" in arena("bot", "list").err
    assert arena("logout").out == f"deleted {path}\n"
    assert arena("logout").out == f"nothing to delete: {path} does not exist\n"
    assert (path.exists(), arena("bot", "list").refused) == (False, True)


def test_a_refused_login_is_one_line_and_stores_nothing(served: Served, log_in: Command) -> None:
    for url, line in (
        ("", "no arena is given"),
        (",", "',' has no address; give HOST:PORT"),
        (FOX, "is not an address; give HOST:PORT"),
        (f"http://{served.address}/invite/{FOX}", "does not answer as the page of an arena"),
        ("http://arena.example.org", "give https://"),
        ("http://[", "does not answer as the page of an arena"),
        ("arena.example.org:1", "give grpcs://"),
        (served.address, f"the arena at {served.address} refuses the token (this token is unknown); nothing is stored"),
        ("127.0.0.1:1", "no arena answers at 127.0.0.1:1; start it, or give another address; nothing is stored"),
    ):
        said = log_in(FOX, url)
        assert (said.refused, line in said.err, FOX in said.err) == (True, True, False), (url, said)
    assert not login_file().exists()


def test_the_operators_token_of_this_machine_is_not_for_other_arenas(arena: Command, log_in: Command) -> None:
    store_private(login_file().name, json.dumps({"server": "grpcs://arena.example.org:1", "bot_token": FOX}))
    assert "only a bot's token is stored" in arena("bot", "list").err
    assert "',' has no address" in arena("bot", "list", "--server", ",").err
    store_private(login_file().name, "[]")
    assert re.search(r"/login\.json is unreadable or damaged \(.+\): delete this file", arena("bot", "list").err)

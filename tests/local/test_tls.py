import json
import sys
from pathlib import Path

import pytest

from arena.local.up import Arena
from tests.certified import certified
from tests.local.processes import start_python
from tests.local.waiting import comes_true
from tests.programs import program


def said(*words: str, token: str) -> tuple[int, str, str]:
    done = program(*words, ARENA_TOKEN=token)
    return done.returncode, done.stdout, done.stderr


ARENA = (str(Path(sys.executable).with_name("arena")),)
COMMAND = (*ARENA, "bot", "list", "--json", "--server")
BOT = ("-m", "bots.house.random", "--arena")


def test_bots_and_commands_use_tls_also_after_a_restart(own_folder: Path) -> None:
    with Arena(own_folder, workers=0, tls="localhost") as up:
        before, address = up.ca.read_bytes(), up.tls_gateways[0]
        check_bot(up)
        for words in (BOT, COMMAND):
            for given, line in _wrong(up):
                code, out, errors = said(*words, *given, token=up.operator_token)
                assert (code, out, len(errors.splitlines())) == (2, "", 1), (words, given, errors)
                assert line in errors
    with Arena(own_folder, workers=0, tls="localhost") as up:
        assert (up.ca.read_bytes(), up.tls_gateways[0]) == (before, address)
        assert said(*COMMAND, address, "--ca", str(up.ca), token=up.operator_token)[0] == 0


def check_bot(up: Arena) -> None:
    tls, ca = up.tls_gateways[0], str(up.ca)
    assert tls.startswith("grpcs://localhost:")
    assert said(*COMMAND, tls, "--ca", ca, token=up.operator_token)[0] == 0
    owner = (*ARENA, "owner", "create", "ada", "--server", tls, "--ca", ca)
    assert said(*owner, token=up.operator_token)[0] == 0
    first = (*ARENA, "bot", "register", "first", "--version", "1", "--owner", "ada", "--server", up.gateway)
    token = said(*first, token=up.operator_token)[1].strip()
    bot = start_python(*BOT, tls, "--ca", ca, ARENA_TOKEN=token)
    try:
        assert comes_true(lambda: _connected(up) == 1)
    finally:
        bot.terminate()
        _, errors = bot.communicate()
    assert f"connected to {tls} as first@1" in errors


def _wrong(up: Arena) -> list[tuple[tuple[str, ...], str]]:
    """Return wrong addresses, some with an authority's file, and the error of each."""
    ca, other = str(up.ca), str(certified(up.state.folder / "other").ca)
    port = up.tls_gateways[0].rpartition(":")[2]
    return [
        ((f"127.0.0.1:{port}",), f"requires TLS: give grpcs://127.0.0.1:{port}"),
        ((f"127.0.0.1:{port}", "--ca", ca), f"127.0.0.1:{port} has no TLS: give grpcs://"),
        ((f"grpcs://{up.gateway}", "--ca", ca), "has no TLS"),
        ((up.tls_gateways[0], "--ca", other), "is not signed by"),
        ((up.tls_gateways[0], "--ca", "/nowhere"), "cannot be read"),
        (("arena.example.org:7700", "--ca", ca), "ARENA_PLAIN=allow"),
    ]


def _connected(up: Arena) -> int:
    bots = json.loads(said(*COMMAND, up.gateway, token=up.operator_token)[1])["bots"]
    return sum(bot["instances"] for bot in bots)


@pytest.mark.parametrize("host", ["a b", "https://arena.example.org", "arena.example.org:7443"])
def test_a_malformed_host_is_refused(host: str) -> None:
    code, out, errors = said(*ARENA, "up", "--tls", host, token="")
    assert (code, out, len(errors.splitlines())) == (2, "", 1)
    assert "without a port" in errors

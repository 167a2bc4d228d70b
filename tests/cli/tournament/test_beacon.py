"""Deals from a public beacon: a chain whose key is a test's, and an HTTP address that publishes its rounds."""

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from arena.cli.tournament import seeds
from arena.distribution import install_command
from arena.league.seeds import beacons
from arena.league.seeds.beacons import CHAINS, DOMAIN, QUICKNET, Chain
from arena.local.addresses import is_open
from arena.store.accounts.operators import ensure_operator
from tests.cli.conftest import BOTS, OPERATOR, Command, Served, register
from tests.cli.offline.test_exports import flipped
from tests.local.waiting import comes_true

ONE_HAND = ("--option", 'spades-4:format={"kind":"hands","count":1}')
CREATE = ("tournament", "create", "cup", "--variants", "spades-4", *ONE_HAND, "--boards", "2", "--allow-same-owner")
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))
STRANGER = Path(__file__).parents[1] / "offline" / "stranger.py"
SECRET = Scalar(12345)
TESTED = replace(
    QUICKNET, name="tested", hash=bytes(32), public_key=bytes((G2Point() * SECRET).to_compressed_bytes()), addresses=()
)


@pytest.fixture
def operator(database: str, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command as an operator uses it, without an address."""
    ensure_operator(database, hashlib.sha256(OPERATOR.encode()).hexdigest())
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    return arena


def sign(round_: int) -> str:
    """What the beacon tells of a round."""
    said = G1Point.hash_to_curve(hashlib.sha256(round_.to_bytes(8, "big")).digest(), DOMAIN)
    return bytes((said * SECRET).to_compressed_bytes()).hex()


class Address(ThreadingHTTPServer):
    """An address of the beacon; it fails as often as it is told to."""

    failures = 0
    asked: list[str]


class _Telling(BaseHTTPRequestHandler):
    server: Address

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        is_told = len(self.server.asked) > self.server.failures
        self.send_response(200 if is_told else 425)
        self.end_headers()
        round_ = int(self.path.rsplit("/", 1)[1])
        self.wfile.write(json.dumps({"round": round_, "signature": sign(round_)}).encode() if is_told else b"too early")

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[Address]:
    server = Address(("127.0.0.1", 0), _Telling)
    server.asked = []
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def cup(served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Served:
    monkeypatch.setitem(CHAINS, "tested", TESTED)
    monkeypatch.setattr(seeds, "RETRY_INTERVAL", 0.01)
    served.store.tournaments.keys = (KEY,)
    register("ab")
    register("cd", "ben")
    creation = arena(*CREATE, *BOTS, "--beacon", "tested")
    assert creation.out.startswith("cup: 2 boards, 8 games, to be drawn at its start\n")
    assert "then draw its deals with: arena tournament beacon cup" in creation.err
    return served


def chosen(arena: Command) -> dict[str, Any]:
    return dict(json.loads(arena("tournament", "roots", "cup", "--json").out)["beacon"])


def be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the time of every round had come."""
    monkeypatch.setattr(Chain, "due", lambda chain, round_: 0)


def stranger(file: Path) -> int:
    chain = json.dumps({TESTED.hash.hex(): [TESTED.public_key.hex(), TESTED.genesis, TESTED.period]})
    return subprocess.run([sys.executable, STRANGER, file, chain], capture_output=True, check=False).returncode


def test_deals_are_drawn_from_a_round_that_nobody_knew(
    cup: Served, arena: Command, address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "deals not drawn" in arena("tournament", "standings", "cup").out
    early = arena("tournament", "beacon", "cup", "--signature", "00" * 48)
    assert (early.code, "start it, which chooses a round" in early.err) == (2, True)
    before = time.time()
    assert arena("tournament", "start", "cup").out == "cup is drawing\n"
    named = chosen(arena)
    due = TESTED.due(int(named["round"]))
    assert before + 60 <= due <= time.time() + 60 + TESTED.period
    assert named["signature"]
    assert f"round {named['round']} of the beacon {'00' * 32}, signed by" in arena("tournament", "roots", "cup").out
    served_by = f"http://127.0.0.1:{address.server_port}/"
    address.failures = 2
    with monkeypatch.context() as patched:
        be_told(patched)
        said = arena("tournament", "beacon", "cup", "--from", served_by)
    assert said.out == f"cup is running: its deals are drawn from round {named['round']} of tested\n"
    assert said.err.count("HTTP Error 425") == 1
    assert address.asked == [f"/{'00' * 32}/public/{named['round']}"] * 3
    assert chosen(arena)["round_signature"] == sign(int(named["round"]))
    cup.play("spades-4")
    for words in ("standings", "crosstable", "balance"):
        assert "deals of a public beacon" in arena("tournament", words, "cup").out, words
    check_export(arena, tmp_path / "cup.jsonl")


def check_export(arena: Command, file: Path) -> None:
    """Verify an export by `arena verify` and by the stranger, unchanged and changed."""
    assert arena("export", "cup", "-o", str(file)).code == 0
    said = arena("verify", str(file))
    assert (said.code, "of the beacon tested" in said.out) == (0, True), said.out
    assert stranger(file) == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for field, other in (
        ("round", lines[0]["beacon"]["round"] + 1),
        ("round_signature", sign(1)),
        ("round_signature", ""),
        ("chain", QUICKNET.hash.hex()),
        ("chain", ""),
        ("chain", "ab"),
        ("started", "2100-01-01T00:00:00+00:00"),
        ("signature", flipped(lines[0]["beacon"]["signature"])),
    ):
        changed = json.loads(json.dumps(lines))
        changed[0]["beacon"][field] = other
        file.write_text("".join(f"{json.dumps(line)}\n" for line in changed))
        said = arena("verify", str(file))
        assert (said.code, said.err) == (1, ""), (field, other)
        assert field == "chain" or stranger(file), (field, other)


def test_no_other_signature_is_taken_and_a_late_one_is(
    cup: Served, arena: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    arena("tournament", "start", "cup")
    round_ = int(chosen(arena)["round"])
    for digits, why in (
        (sign(round_ + 1), f"it is not that of round {round_} of the beacon tested"),
        ("00" * 48, "it is not that of round"),
        ("00", "give 96 hex digits"),
    ):
        said = arena("tournament", "beacon", "cup", "--signature", digits)
        assert said.code == 2
        assert why in said.err
    cup.await_(cup.store.tend())  # however long it takes, there is no other round
    assert int(chosen(arena)["round"]) == round_
    assert "deals not drawn" in arena("tournament", "standings", "cup").out
    for _ in range(2):  # an answer may be lost: the second time it changes nothing
        assert arena("tournament", "beacon", "cup", "--signature", sign(round_)).out.startswith("cup is running")


@contextmanager
def gateway(dsn: str, redis_url: str, port: int, before: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a gateway that signs, after the Python *before*."""
    environment = {
        "ARENA_DSN": dsn,
        "ARENA_REDIS_URL": redis_url,
        "ARENA_LINK_SECRET": "00" * 32,
        "ARENA_SIGNING_KEY": "00" * 32,
        "ARENA_GATEWAY_LISTEN": f"127.0.0.1:{port}",
        "ARENA_LINK_LISTEN": "127.0.0.1:0",
    }
    run = 'import runpy\nrunpy.run_module("arena.gateway", run_name="__main__", alter_sys=True)\n'
    process = subprocess.Popen([sys.executable, "-c", before + run], env=os.environ | environment)
    try:
        assert comes_true(lambda: is_open(port))
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.faults
def test_a_gateway_is_killed_while_the_round_is_waited_for(
    operator: Command, database: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHAINS, "tested", TESTED)
    known = f"from arena.league.seeds.beacons import CHAINS, Chain\nCHAINS['tested'] = {TESTED!r}\n"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with gateway(database, redis_url, port, known) as first:
        monkeypatch.setenv("ARENA_SERVER", f"127.0.0.1:{port}")
        register("ab")
        register("cd", "ben")
        assert operator(*CREATE, *BOTS, "--beacon", "tested").code == 0
        assert operator("tournament", "start", "cup").out == "cup is drawing\n"
        named = chosen(operator)
        first.kill()
        first.wait()
        words = ("tournament", "beacon", "cup", "--signature", sign(int(named["round"])))
        assert operator(*words).code not in (0, 1)
        with gateway(database, redis_url, port, known):
            assert chosen(operator) == named
            assert operator(*words).out.startswith("cup is running: its deals are drawn from round")


def test_a_round_is_chosen_when_it_is_signed_and_once(cup: Served, arena: Command) -> None:
    """A gateway that is killed before it signs leaves no round that comes too near."""
    cup.await_(cup.store.tournaments.start_tournament("cup"))
    assert chosen(arena)["round"] == "0"
    with psycopg.connect(cup.dsn, autocommit=True) as sql, pytest.raises(psycopg.errors.CheckViolation):
        sql.execute("UPDATE beacons SET round = 1")
    cup.await_(cup.store.tend())
    round_ = int(chosen(arena)["round"])
    assert TESTED.due(round_) >= time.time() + 55
    cup.await_(cup.store.tend())
    assert int(chosen(arena)["round"]) == round_


def test_a_drawing_that_is_cancelled_stays_visible(cup: Served, arena: Command, tmp_path: Path) -> None:
    arena("tournament", "start", "cup")
    round_ = int(chosen(arena)["round"])
    assert arena("tournament", "cancel", "cup", "--yes").out == "cup is cancelled\n"
    said = arena("tournament", "beacon", "cup", "--signature", sign(round_))
    assert (said.code, "is cancelled: its deals are never drawn" in said.err) == (2, True)
    assert int(chosen(arena)["round"]) == round_
    file, key = tmp_path / "cup.jsonl", KEY.public_key().public_bytes_raw().hex()
    assert arena("export", "cup", "-o", str(file)).code == 0
    said = arena("verify", str(file), "--key", key)
    assert (said.code, "deals not drawn; 0 epochs, 0 signed" in said.out) == (0, True), said.out
    assert f"beacon: signed by {key}, for which {'00' * 32}" in arena("verify", str(file), "--key", "00" * 32).out


def test_invalid_beacons_are_refused(cup: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    other = (*CREATE[:2], "other", *CREATE[3:], *BOTS)
    for words in ((), ("--dry-run",)):
        said = arena(*other, "--beacon", "dice", *words)
        assert said.refused
        assert "beacon: 'dice' given, accepted: quicknet, tested" in said.err
    assert arena(*other).code == 0
    assert arena("tournament", "start", "other").code == 0
    assert arena("tournament", "beacon", "other").code == 2
    monkeypatch.setitem(sys.modules, "py_arkworks_bls12381", None)
    assert not beacons.can_check()
    assert install_command("beacon") in arena(*other[:2], "third", *other[3:], "--beacon", "quicknet").err

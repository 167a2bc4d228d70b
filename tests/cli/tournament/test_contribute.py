"""Programs of owners, a gateway, and a tournament whose deals are drawn from what they bring in."""

import asyncio
import hashlib
import json
from pathlib import Path
from typing import Any

import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.store import Store
from arena.store.accounts.operators import ensure_operator
from tests.api.playing import connect, play_blocks
from tests.cli.conftest import OPERATOR, Command, Served
from tests.cli.tournament.changed import check_changes, stranger
from tests.cli.tournament.contributing import contributing, gateway

CREATE = ("tournament", "create", "cup", "--variant", "spades-4", "--boards", "2", "--allow-same-owner")
BOTS = tuple(word for name in "abcd" for word in ("--bot", name))
REPORTED = "UPDATE contributions SET reported = now()"  # a test may be slow; owners have 60 seconds
KEY = Ed25519PrivateKey.from_private_bytes(bytes(32))


def owners(arena: Command) -> dict[str, str]:
    """The tokens of two owners, who have two bots each, and of one who has none."""
    tokens = {name: arena("owner", "create", name).out.strip() for name in ("ada", "ben", "cal")}
    for name, owner in zip("abcd", ("ada", "ada", "ben", "ben"), strict=True):
        assert arena("bot", "register", name, "--version", "1", "--owner", owner).code == 0
    return tokens


@pytest.fixture
def operator(database: str, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command as an operator uses it; where, is to be told yet."""
    ensure_operator(database, hashlib.sha256(OPERATOR.encode()).hexdigest())
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    return arena


def execute(dsn: str, statement: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as sql:
        sql.execute(statement)


def play(dsn: str) -> None:
    async def played() -> None:
        store = await Store.open(dsn)
        await connect(store, ["spades-4"])
        await play_blocks(store)
        await store.close()

    asyncio.run(played())


def check_export(arena: Command, file: Path) -> list[dict[str, Any]]:
    """The lines of an export that is right, for us and for a stranger."""
    assert arena("export", "cup", "-o", str(file)).code == 0
    said = arena("verify", str(file))
    assert said.code == 0, said.out
    assert stranger(file) == 0
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.faults
def test_two_owners_contribute_and_a_gateway_is_killed_meanwhile(
    operator: Command, database: str, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gateway(database, redis_url) as (first, address):
        monkeypatch.setenv("ARENA_SERVER", address)
        tokens = owners(operator)
        made = operator(*CREATE, *BOTS, "--contributions")
        assert made.out.startswith("cup: 2 boards, 8 games, to be drawn at its start\nrated format: 4 hands\nroot ")
        with contributing(address, tokens["ada"]) as ada, contributing(address, tokens["ben"], "--json") as ben:
            assert ada.says("ada has committed to")
            assert ben.says('"step": "committed"')
            first.kill()
            assert ada.says("the arena is away")
            with gateway(database, redis_url, address):
                execute(database, REPORTED)
                assert operator("tournament", "start", "cup").out == "cup is drawing\n"
                assert (ada.ends(), ben.ends()) == (0, 0), ada.said + ben.said
                told = json.loads(operator("tournament", "roots", "cup", "--json").out)
                assert f"drawn with the numbers of ada, ben: M {told['contribution']}" in ada.said
                steps = [json.loads(line) for line in ben.lines if line.startswith("{")]
                assert [each["step"] for each in steps] == [
                    "root",
                    "settings",
                    "committed",
                    "listed",
                    "revealed",
                    "drawn",
                ]
                assert steps[-1]["detail"] == told["contribution"]
                play(database)
                lines = check_export(operator, tmp_path / "cup.jsonl")
                assert (lines[0]["drawn_from"], lines[0]["state"]) == ("owners", "finished")
                assert "deals by" not in operator("tournament", "standings", "cup").out
                roots = operator("tournament", "roots", "cup").out
                assert "of ada, ben" in roots
                assert "list of attempt 0, signed by" in roots


@pytest.mark.faults
def test_one_of_two_is_killed_before_it_reveals_and_is_named(
    operator: Command, database: str, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with gateway(database, redis_url) as (_, address):
        monkeypatch.setenv("ARENA_SERVER", address)
        tokens = owners(operator)
        operator(*CREATE, *BOTS, "--contributions")
        with contributing(address, tokens["ada"]) as ada, contributing(address, tokens["ben"]) as ben:
            assert ada.says("ada has committed to")
            assert ben.says("ben has committed to")
            ben.kill()
            execute(database, REPORTED)
            assert operator("tournament", "start", "cup").out == "cup is drawing\n"
            assert ada.says("attempt 0: ada has revealed")
            assert "its deals are drawn" not in ada.said
            assert operator("tournament", "standings", "cup").out.count("deals not drawn") == 1
            execute(database, "UPDATE contribution_lists SET waited = '2 minutes'")
            assert ada.ends() == 0, ada.said
        assert "attempt 1: ada has committed to" in ada.said
        assert "did not reveal: ben" in ada.said
        assert "drawn with the numbers of ada:" in ada.said
        with contributing(address, tokens["ben"]) as again:
            assert again.ends() == 2
        play(database)
        for words in ("standings", "crosstable", "seats", "memory", "balance"):
            assert "did not reveal: ben" in operator("tournament", words, "cup").out, words
        assert '"on trust, did not reveal: ben"' in operator("tournament", "standings", "cup", "--csv").out
        lines = check_export(operator, tmp_path / "cup.jsonl")
        assert ", did not reveal\n" in operator("tournament", "roots", "cup").out
        assert (lines[0]["attempt"], lines[0]["unrevealed"], len(lines[0]["lists"])) == (1, ["ben"], 2)
        assert (
            "deals with the numbers of ada, did not reveal: ben" in operator("verify", str(tmp_path / "cup.jsonl")).out
        )
        check_changes(operator, lines, tmp_path / "changed.jsonl")


@pytest.fixture
def cup(served: Served, arena: Command) -> tuple[Served, dict[str, str]]:
    served.store.tournaments.keys = (KEY,)
    tokens = owners(arena)
    assert arena(*CREATE, *BOTS, "--contributions").code == 0
    return served, tokens


DROP_BEN = "DELETE FROM contributions c USING owners o WHERE o.id = c.owner_id AND o.name = 'ben'"
CHANGE = "UPDATE contributions SET commitment = sha256('else')"
FORGE = f"UPDATE contribution_lists SET signer = '\\x{KEY.public_key().public_bytes_raw().hex()}', signature = "
FORGED = FORGE + r"decode(repeat('00', 64), 'hex')"
OTHER_KEY = r"UPDATE contribution_lists SET signer = sha256('x'), signature = decode(repeat('00', 64), 'hex')"


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (DROP_BEN, "", "ben is not on the list of attempt 0, though this program has committed"),
        ("", CHANGE, "has another commitment than this program's"),
        ("", FORGED, "the list of attempt 0 has the signature of another list, of another root, or of other settings"),
        ("", OTHER_KEY, "a key that nobody vouches for"),
    ],
)
def test_a_program_reveals_nothing_where_the_list_is_not_right(
    cup: tuple[Served, dict[str, str]], before: str, after: str, told: str
) -> None:
    served, tokens = cup

    async def close() -> None:
        """As a start does; what is *after* it comes before anything is signed."""
        execute(served.dsn, REPORTED)
        execute(served.dsn, before or "SELECT")
        await served.store.tournaments.start_tournament("cup")
        execute(served.dsn, after or "SELECT")
        await served.store.tournaments.sign_roots()

    with contributing(served.address, tokens["ada"]) as ada, contributing(served.address, tokens["ben"]) as ben:
        assert ada.says("ada has committed to")
        assert ben.says("ben has committed to")
        served.await_(close())
        assert ben.ends() == 1
        assert "DO NOT TRUST THE DEALS OF cup: " in ben.said
        assert told in ben.said
    with psycopg.connect(served.dsn) as sql:
        query = "SELECT count(*) FROM contributions c JOIN owners o ON o.id = c.owner_id"
        assert sql.execute(f"{query} WHERE o.name = 'ben' AND c.nonce IS NOT NULL").fetchall() == [(0,)]


def test_a_program_says_so_where_the_deals_are_drawn_without_it(cup: tuple[Served, dict[str, str]]) -> None:
    served, tokens = cup
    with contributing(served.address, tokens["ada"]) as ada:
        assert ada.says("ada has committed to")
        execute(served.dsn, "DELETE FROM contributions")
        served.await_(served.store.tournaments.start_tournament("cup"))
        assert ada.ends() == 1
        assert "ada is not on the list of attempt 0" in ada.said


def test_a_program_ends_where_there_is_nothing_to_bring_in(cup: tuple[Served, dict[str, str]], arena: Command) -> None:
    _, tokens = cup
    words = ("tournament", "contribute", "cup", "--token")
    assert "an owner's token" in arena(*words[:3]).err
    said = arena(*words, tokens["cal"])
    assert said.refused
    assert "cal has no bot in tournament 'cup'" in said.err
    assert arena("tournament", "start", "cup").out == "cup is running\n"
    said = arena(*words, tokens["ada"])
    assert (said.code, said.err) == (2, "arena: the deals of cup are drawn: nobody comes in any more\n")
    assert arena(*CREATE[:2], "plain", *CREATE[3:], *BOTS).code == 0
    assert "was created without --contributions" in arena(*words[:2], "plain", "--token", tokens["ada"]).err


def test_a_second_program_of_an_owner_is_refused(cup: tuple[Served, dict[str, str]], arena: Command) -> None:
    served, tokens = cup
    with contributing(served.address, tokens["ada"]) as ada:
        assert ada.says("ada has committed to")
        said = arena("tournament", "contribute", "cup", "--token", tokens["ada"])
        assert said.code == 2
        assert "another program of ada reported" in said.err
        assert arena("tournament", "cancel", "cup").out == "cup is cancelled\n"
        assert ada.ends() == 2
        assert "cup is cancelled: its deals are never drawn" in ada.said


def test_without_the_flag_all_tables_say_so(served: Served, arena: Command) -> None:
    owners(arena)
    assert arena(*CREATE, *BOTS).code == 0
    alone = "deals by the operator alone"
    for words in ("standings", "crosstable", "balance", "roots"):
        assert alone in arena("tournament", words, "cup").out, words
    (line,) = json.loads(arena("tournament", "list", "--json").out)["tournaments"]
    assert (line["deals"], line["contributors"], line["unrevealed"]) == ("operators", [], [])
    said = arena(*CREATE[:2], "other", *CREATE[3:], *BOTS, "--contributions")
    assert said.refused  # no key
    assert "ARENA_SIGNING_KEY" in said.err


def test_a_dry_run_says_what_there_would_be(cup: tuple[Served, dict[str, str]], arena: Command) -> None:
    said = arena(*CREATE[:2], "other", *CREATE[3:], *BOTS, "--contributions", "--dry-run")
    assert said.code == 0
    assert "other" not in arena("tournament", "list").out

"""Text of others is escaped and shortened in all output of commands."""

import json
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arena.escapes import escape, escape_lines
from tests.cli.conftest import BOTS, Command, Said, Served

HOSTILE = "\x1b]0;pwned\x07\x1b[2J\n\u202eforged\u2066\x9b\u2028\r\x7f"
LONG = "x" * 10_000


def harmless(said: Said) -> str:
    """Return all output, after checking that it is escaped and short."""
    for printed in (said.out, said.err):
        assert escape_lines(printed) == printed
        assert "x" * 81 not in printed
        assert not any(line.startswith("forged") for line in printed.splitlines())
    return said.out + said.err


@pytest.fixture
def hostile(four: Served, arena: Command) -> Served:
    """An arena with a tournament whose name and traceback are hostile."""
    create = ("tournament", "create", "cup", "--variants", "spades-4", *BOTS, "--boards", "2", "--allow-same-owner")
    assert arena(*create).code == 0
    with psycopg.connect(four.dsn) as sql:
        sql.execute("UPDATE tournaments SET name = %s", [HOSTILE])
        sql.execute("UPDATE blocks SET state = 'failed', traceback = %s", [f"Traceback:\n\tboom {HOSTILE}"])
    return four


def test_names_are_shown_escaped_and_can_be_used(hostile: Served, arena: Command) -> None:
    asked: list[tuple[str, ...]] = [("tournament", "list"), ("bot", "losses", "a", "--tournament", HOSTILE)]
    words = "standings", "balance", "commitments", "roots", "games", "failed", "start", "pause", "cancel --yes", "watch"
    asked += [("tournament", *word.split(), HOSTILE) for word in words]
    for each in asked:
        said = arena(*each)
        assert escape(HOSTILE)[:20] in harmless(said) or each[1] in ("failed", "losses"), each
    # JSON is exact.
    said = arena("tournament", "list", "--json")
    assert said.out.isascii()
    assert json.loads(said.out)["tournaments"][0]["name"] == HOSTILE
    assert harmless(said)
    assert arena("token", "create", "operator", "--label", HOSTILE).code == 0
    assert escape(HOSTILE) in harmless(arena("token", "list"))
    assert json.loads(arena("token", "list", "--json").out)["tokens"][-1]["label"] == HOSTILE


def test_malformed_names_and_versions_are_refused(four: Served, arena: Command) -> None:
    for given in (HOSTILE, LONG, "Spring Cup", "-1", ""):
        said = arena("tournament", "create", "--variants", "spades-4", "--bot", "a", "--boards", "1", "--", given)
        assert said.refused
        assert "a name has 1..40 characters of a-z 0-9 - _" in harmless(said)
    for given in ("-1", ".1", LONG, HOSTILE):
        said = arena("bot", "register", "first", "--version", given, "--owner", "ada")
        assert said.refused
        assert "the first a letter or digit" in harmless(said)


def test_input_is_repeated_shortened(served: Served, arena: Command) -> None:
    for words in (
        (LONG,),
        ("tournament", LONG),
        ("verify", f"--{LONG}"),
        ("replay", "-", "--hand", LONG),
        ("variants", LONG),
        ("variants", "spades-4", "--preset", LONG),
        ("selfplay", "spades-4", "--option", LONG),
        ("selfplay", "spades-4", "--option", f"{LONG}=1"),
        ("selfplay", "spades-4", "--option", f"max_hands={LONG}"),
        ("selfplay", "spades-4", "--bots", LONG),
        ("tournament", "start", LONG),
        ("tournament", "create", "cup", "--boards", LONG),
        ("bot", "losses", LONG),
        ("bot", "token", LONG),
    ):
        for given in (words, tuple(word.replace(LONG, HOSTILE) for word in words)):
            said = arena(*given)
            assert said.refused, given
            harmless(said)


def an_option(record: dict[str, Any], text: str) -> None:
    record["options"][text] = text


def an_id(record: dict[str, Any], text: str) -> None:
    record["id"] = text
    record["scores"] = [text]


def a_name(record: dict[str, Any], text: str) -> None:
    record["seats"] = [text] * 3
    record["variant"] = text


def a_member(record: dict[str, Any], text: str) -> None:
    record[text] = {text: text}


@pytest.mark.parametrize("text", [HOSTILE, LONG, "\ud800"])
def test_verify_and_replay_escape_records_and_exports(arena: Command, tmp_path: Path, text: str) -> None:
    played, path = arena("selfplay", "spades-4", "--option", "max_hands=1").out, tmp_path / "records.jsonl"
    for spoil in (an_option, an_id, a_name, a_member):
        record = json.loads(played)
        spoil(record, text)
        path.write_text(json.dumps(record))
        said, differing = arena("verify", str(path)), int(spoil is not a_member)  # readers skip unknown fields
        assert said.code == differing
        harmless(said)
        harmless(arena("replay", str(path)))
        assert json.loads(arena("verify", str(path), "--json").out)["differing"] == differing
    path.write_text(json.dumps(json.loads(played) | {"id": text, "seats": [f"{seat}{text}" for seat in range(4)]}))
    said = arena("replay", str(path))
    assert said.code == 0
    if text == HOSTILE:
        assert escape(HOSTILE) in harmless(said)
    export = {"format": "arena-tournament/1", "name": text, "root": text, "lists": [], "signers": [], "epochs": text}
    path.write_text(json.dumps(export))
    said = arena("verify", str(path))
    assert said.code == 1
    harmless(said)

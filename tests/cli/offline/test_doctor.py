"""`arena doctor` reports "ok" only for what it has tried."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arena.local.state import try_folder
from tests.cli.conftest import Command
from tests.programs import ROOT

LONG = "a" * 300


def findings(arena: Command) -> tuple[int, dict[str, Any]]:
    said = arena("doctor", "--json")
    assert said.err == ""
    return said.code, {each["what"]: each for each in json.loads(said.out)}


@pytest.fixture
def bad_state(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A value of ARENA_STATE with which no arena can start."""
    file, gone = tmp_path / "file", tmp_path / "gone"
    file.write_text("")
    gone.symlink_to(tmp_path / "nowhere")
    places = {"device": "/dev/full", "file": file, "below a file": file / "state", "link to nothing": gone}
    return str({**places, "not writable": "/proc/state", "too long": tmp_path / LONG}[request.param])


PLACES = ("device", "file", "below a file", "link to nothing", "not writable", "too long")
COMMANDS = ("up", "tournament list", "audit", "demo --variants spades-3", "backup FILE", "archive list")
EACH_ONCE = [*zip(PLACES, COMMANDS, strict=True), *((place, "up") for place in PLACES[1:])]


@pytest.mark.parametrize("bad_state", PLACES, indirect=True)
def test_an_unusable_state_folder_fails(arena: Command, bad_state: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_STATE", bad_state)
    code, lines = findings(arena)
    assert code == 1
    assert not lines["state folder"]["good"]
    assert f"{bad_state} cannot be used (" in lines["state folder"]["found"]
    assert "set ARENA_STATE to a folder that you may write to" in lines["state folder"]["found"]
    assert "FAIL    state folder" in arena("doctor").out


@pytest.mark.parametrize(("bad_state", "words"), EACH_ONCE, indirect=["bad_state"])
@pytest.mark.usefixtures("without_signals")
def test_other_commands_refuse_such_a_folder(
    arena: Command, bad_state: str, words: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARENA_STATE", bad_state)
    said = arena(*words.replace("FILE", str(tmp_path / "backup")).split())
    first, *others = [line for line in said.err.splitlines() if not line.startswith("starting Postgres, Valkey, ")]
    assert (said.code, said.out, others) == (2, "", []), first


def test_a_state_folder_without_space_fails(tmp_path: Path) -> None:
    environment = {**os.environ, "ARENA_STATE": str(tmp_path / "state")}
    limited = f"ulimit -f 0; exec {sys.executable} -B -m arena doctor"
    done = subprocess.run(["sh", "-c", limited], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 1
    assert f"state folder {tmp_path / 'state'} cannot be used (File too large)" in done.stdout


def test_the_check_of_a_folder_leaves_nothing(own_folder: Path) -> None:
    own_folder.chmod(0o755)
    for folder in (own_folder, own_folder / "a/b"):
        try_folder(folder)
        assert list(own_folder.iterdir()) == []


@pytest.mark.parametrize(
    ("script", "why"),
    [("exit 3", "no reason given"), ("echo broken >&2; exit 1", "broken"), ("exit 0", "no reason given")],
)
def test_a_postgres_that_does_not_run_fails(
    arena: Command, script: str, why: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("postgres", "initdb"):
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("ARENA_PG_BIN", str(tmp_path))
    code, lines = findings(arena)
    assert code == 1
    assert not lines["Postgres"]["good"]
    assert f"{tmp_path / 'postgres'} does not run ({why})" in lines["Postgres"]["found"]


def test_each_line_that_is_not_ok_names_a_cure(arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_STATE", "/proc/state")
    monkeypatch.setenv("ARENA_PG_BIN", str(tmp_path))
    monkeypatch.setattr("arena.cli.offline.doctor.rules.COMPILED", False)
    for name, value in (("landlock.abi", 0), ("parents", []), ("why_not_confined", "seccomp: none")):
        monkeypatch.setattr(f"runner.confine.machine.{name}", lambda value=value: value)
    code, lines = findings(arena)
    assert code == 1
    bad = {what: each["found"] for what, each in lines.items() if not each["good"]}
    parts = {"confinement", "Landlock", "control groups", "submit"}
    assert set(bad) == {"rules core", "Postgres", "state folder"} | parts
    assert f"ARENA_PG_BIN={tmp_path} has no postgres and initdb" in bad["Postgres"]
    for found in bad.values():
        assert re.search(r"\b(correct|give|install|run|set|use) ", found), found


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"gateway": "nowhere"}', '{"gateway": "127.0.0.1:1"}'])
def test_a_service_that_is_away_is_not_ok(
    arena: Command, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ARENA_STATE", str(tmp_path))
    (tmp_path / "server.json").write_text(text)
    _, lines = findings(arena)
    service = lines.get("service here")
    assert service is None or (not service["good"] and "start `arena up` again" in service["found"])


def test_connections_are_counted_against_the_limit_of_postgres(
    arena: Command, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_DSN", database)
    line = findings(arena)[1]["connections"]
    assert line["good"]
    assert line["found"].startswith("0 gateways, 0 workers and 2 pages open at most 20, Postgres allows 9")
    with psycopg.connect(database) as connection:
        for number in range(20):
            connection.execute("INSERT INTO workers VALUES (%s, now())", (str(number),))
    code, lines = findings(arena)
    assert (code, lines["connections"]["good"]) == (1, False)
    assert "open at most 120" in lines["connections"]["found"]
    assert lines["connections"]["found"].endswith("; raise max_connections of Postgres (docs/how-to/databases.md)")
    monkeypatch.setenv("ARENA_DSN", "postgresql://127.0.0.1:1/none")
    assert findings(arena)[1]["connections"]["found"].startswith("cannot be counted: the database does not answer")

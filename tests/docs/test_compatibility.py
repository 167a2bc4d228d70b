"""What docs/explanation/compatibility.md promises is there, and is all there is."""

import ast
import inspect
import json
import os
import re
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

import bots.sdk
from arena.cli.bots.comparing import Difference
from arena.cli.match.scores import print_scores
from arena.rules import VARIANTS, configure
from arena.rules.records.verify import verify
from tests.bots.tongues import NPM
from tests.cli.conftest import Command
from tests.cli.conftest import arena as arena
from tests.cli.match.test_match import ONE_HAND, run_json
from tests.rules.records.test_record import record_of

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/explanation/compatibility.md").read_text()
SCHEMA: Final = json.loads((ROOT / "docs/reference/arena-game-1.schema.json").read_text())
HANDS: Final = {"format": {"kind": "hands", "count": 2}}
BUF: Final = "@bufbuild/buf@1.75.0"


def rows(heading: str) -> dict[str, set[str]]:
    """Return the names in the second column of the table below *heading*, by the first column."""
    lines = PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].splitlines()
    cells = (line.split("|") for line in lines if line.startswith("| `"))
    return {row[1].strip().strip("`"): set(re.findall(r"`(\w+)`", row[2])) for row in cells}


def add_unknown(value: Any) -> Any:
    """Return *value* with a field of a later release in every object but the options."""
    if isinstance(value, list):
        return [add_unknown(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: each if key == "options" else add_unknown(each) for key, each in value.items()} | {"later": [1]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_have_their_schema_and_readers_skip_later_fields(variant: str, arena: Command, tmp_path: Path) -> None:
    check = Draft202012Validator(SCHEMA)
    timed = {"deadline": 60} if variant == "pinochle-chips" else {}
    records = [record_of(configure(variant, options=HANDS | timed), number) for number in range(4)]
    for record in records:
        later = add_unknown(record)
        assert list(check.iter_errors(record)) == list(check.iter_errors(later)) == []
        assert verify(record) == verify(later) == []
    file, shown = tmp_path / "later.jsonl", tmp_path / "now.jsonl"
    file.write_text(json.dumps(add_unknown(records[0])))
    shown.write_text(json.dumps(records[0]))
    assert arena("replay", str(file)).out == arena("replay", str(shown)).out != ""
    known = {**SCHEMA["properties"], **SCHEMA["$defs"]["hand"]["properties"]}
    assert {key for record in records for part in (record, *record["hands"]) for key in part} <= set(known)


@pytest.mark.parametrize(
    ("path", "value"), [("ended", "bored"), ("seed", "0"), ("ranks", None), ("hands", [{}]), ("seats", [1])]
)
def test_the_schema_refuses_other_records(path: str, value: object) -> None:
    record = record_of(configure("spades-4", options=HANDS))
    assert not Draft202012Validator(SCHEMA).is_valid(record | {path: value})


def test_the_names_of_the_kit_are_the_listed_ones() -> None:
    public: dict[str, set[str]] = {}
    for name in bots.sdk.__all__:
        member = getattr(bots.sdk, name)
        public[name] = set()
        for part in inspect.getmro(member)[:-1] if inspect.isclass(member) else ():
            if part.__module__.startswith("bots.sdk"):
                stored = re.findall(r"\bself\.([a-z]\w*)(?:: .*)? = ", inspect.getsource(part))
                public[name] |= {each for each in (*vars(part), *stored) if not each.startswith("_")}
    assert rows("The kit") == public


def test_the_keys_of_json_are_the_listed_ones(
    arena: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text(json.dumps(record_of(configure("spades-3", options={"format": {"kind": "hands", "count": 1}}))))
    printed = {
        "arena doctor": arena("doctor", "--json").out,
        "arena variants": arena("variants", "--json").out,
        "arena variants VARIANT": arena("variants", "spades-3", "--json").out,
        "arena verify": arena("verify", str(file), "--json").out,
        "arena replay --check": arena("replay", str(file), "--check", "--playouts", "4", "--json").out,
        "arena match": json.dumps(run_json("simple", "--variants", "spades-3", "--option", ONE_HAND, "--boards", "1")),
    }
    print_scores([], as_json=True)
    printed["arena benchmark"] = capsys.readouterr().out
    keys = {command: set(first(json.loads(text))) for command, text in printed.items()}
    keys["arena bot compare --tournament"] = {field.name for field in fields(Difference)}
    listed = rows("The command")
    assert {command: listed.pop(command) for command in keys} == keys
    assert set(map(frozenset, listed.values())) == literal_keys(), "of the commands that are left"


def first(document: Any) -> dict[str, Any]:
    """Return the object, or the first object of a list."""
    found: dict[str, Any] = document[0] if isinstance(document, list) else document
    return found


def literal_keys() -> set[frozenset[str]]:
    """Return the keys of each object of text keys that the commands of the database and of packs print."""
    found = set()
    for name in ("database.py", "bots/keeping.py"):
        for node in ast.walk(ast.parse((ROOT / "arena/cli" / name).read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "print_json":
                assert isinstance(node.args[0], ast.Dict)
                found.add(frozenset(str(key.value) for key in node.args[0].keys if isinstance(key, ast.Constant)))
    return found


@pytest.mark.node
def test_the_protocol_keeps_what_the_last_release_had(tmp_path: Path) -> None:
    subprocess.run([*NPM, BUF], cwd=tmp_path, check=True)
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    buf = tmp_path / "node_modules/.bin/buf"
    for words in (("lint",), ("breaking", "--against", ROOT / "proto/v1.binpb")):
        done = subprocess.run([buf, *words, ROOT / "proto"], env=environment, capture_output=True, text=True)
        assert done.stdout + done.stderr == ""

"""`arena export --parquet`: the tables have what the records have, for two readers."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from arena.cli.tournament import parquet
from arena.cli.tournament.parquet import TABLES, write_tables
from arena.rules import VARIANTS, configure
from tests.cli.conftest import BOTS, Command, Served
from tests.cli.offline.test_exports import make, play
from tests.programs import ROOT
from tests.rules.records.test_record import record_of

duckdb: Any = pytest.importorskip("duckdb")
polars: Any = pytest.importorskip("polars")
pytest.importorskip("pyarrow")

HANDS: Final = {"format": {"kind": "hands", "count": 2}}
PAGES: Final = {name: (ROOT / f"docs/{name}.md").read_text() for name in ("how-to/use-the-data", "reference/parquet")}


def timed(record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with an id of its own, a time for each decision, and an infraction."""
    record["id"] = record["seed"]
    for hand in record["hands"]:
        hand["charged_ms"] = [place % 7 * 10 or None for place in range(len(hand["decisions"]))]
        hand["infractions"] = [{"seat": hand["decisions"][0]["seat"], "decision": 0, "reason": "timeout"}]
    return record


RECORDS: Final = [timed(record_of(configure(name, options=HANDS), number)) for name in VARIANTS for number in range(2)]


@pytest.mark.parametrize("chunk", [1, 1000, 10**6])
def test_two_readers_find_what_the_records_have(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(parquet, "CHUNK", chunk)
    counts = write_tables(RECORDS, tmp_path / "season")
    hands = [(record, hand) for record in RECORDS for hand in record["hands"]]
    decided = [(record, hand, each) for record, hand in hands for each in hand["decisions"]]
    assert counts == {"games": len(RECORDS), "hands": len(hands), "decisions": len(decided)}
    assert sorted(path.name for path in (tmp_path / "season").iterdir()) == sorted(f"{name}.parquet" for name in TABLES)
    for name in TABLES:
        file = str(tmp_path / "season" / f"{name}.parquet")
        read = polars.read_parquet(file).rows(named=True)
        assert [tuple(row.values()) for row in read] == duckdb.sql(f"FROM '{file}'").fetchall()
        if name == "hands":
            assert [(row["deltas"], row["declarer"]) for row in read] == [
                (hand["deltas"], hand.get("declarer")) for _, hand in hands
            ]
        elif name == "games":
            assert [json.loads(row["options"]) for row in read] == [record["options"] for record in RECORDS]
        else:
            players = [record["seats"][each["seat"]] for record, _, each in decided]
            assert [row["player"] for row in read] == players
            cards = [row["answer"] for row in read if row["kind"] == "play"]
            assert cards == [each["card"] for *_, each in decided if each["kind"] == "play"]
            assert {row["infraction"] for row in read} == {"timeout", None}


def test_the_page_lists_the_columns() -> None:
    for table, columns in TABLES.items():
        section = PAGES["reference/parquet"].partition(f"\n## {table}\n")[2].partition("\n## ")[0]
        assert dict(re.findall(r"^\| `(\w+)` \| (\S+) \|", section, re.MULTILINE)) == columns


def test_the_programs_of_the_page_answer_their_questions(tmp_path: Path) -> None:
    spades = (timed(record_of(configure("spades-4", options=HANDS), number)) for number in range(9))
    write_tables(spades, tmp_path / "season")
    programs = re.findall(r"```python\n(.*?)```", PAGES["how-to/use-the-data"], re.DOTALL)
    printed = [
        subprocess.run([sys.executable, "-c", text], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        for text in programs
    ]
    for text, column in zip(printed, ("made_percent", "leads", "p99_ms"), strict=True):
        assert column in text
        assert "@1" in text


def test_a_tournament_is_exported(four: Served, arena: Command, tmp_path: Path) -> None:
    make(arena, "--variants", "pinochle-cutthroat", *BOTS[:6])
    play(four)
    folder = tmp_path / "season"
    said = arena("export", "cup", "--parquet", str(folder))
    assert (said.code, said.out) == (0, ""), said.err
    lines = [json.loads(line) for line in arena("export", "cup").out.splitlines()]
    games = [line["id"] for line in lines if line["format"] == "arena-game/1"]
    assert duckdb.sql(f"SELECT game FROM '{folder}/games.parquet'").fetchall() == [(game,) for game in games] != []
    assert f"{len(games)} games" in said.err
    said = arena("export", "cup", "--parquet", str(folder), "-o", "x")
    assert (said.code, said.out) == (2, "")


def test_without_pyarrow_the_command_names_the_extra(
    four: Served, arena: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    make(arena, "--variants", "pinochle-cutthroat", *BOTS[:6])
    said = arena("export", "cup", "--parquet", str(tmp_path / "season"))
    assert said.code == 2
    assert "trick-arena[parquet]" in said.err

"""Each table that is published follows from the export alone."""

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.api.playing import connect, play_blocks
from tests.cli.conftest import Command, Served
from tests.cli.offline.test_exports import CUTTHROAT, PARTNERS
from tests.recomputed import official
from tests.recomputed.boards import closed_boards
from tests.recomputed.line_ups import line_ups
from tests.recomputed.means import Row, crosstable, live_elo, standings

VARIANTS = {"spades-4": 4, CUTTHROAT: 6, PARTNERS: 4}  # and boards for a line-up, so that each bot has 10 or more

MASTER = "0123456789abcdef" * 2


def within(given: Any) -> Any:
    return pytest.approx(given, rel=1e-9, abs=1e-9)


def check_row(line: dict[str, Any], row: Row) -> None:
    assert (line["boards"], line["score"], line.get("error", 0.0)) == (row.boards, within(row.score), within(row.error))
    for name in ("low", "high"):
        number = getattr(row, name)
        assert line.get(name) == (None if number is None else within(number)), (name, line)


@pytest.mark.parametrize("variant", VARIANTS)
def test_tables_follow_from_the_export(served: Served, arena: Command, tmp_path: Path, variant: str) -> None:
    bots = "abcde" if variant == "spades-4" else "abcd"
    arena("owner", "create", "ada")
    for name in bots:
        assert arena("bot", "register", name, "--version", "1", "--owner", "ada").code == 0
    words = [word for name in bots for word in ("--bot", name)]
    words += ["--variant", variant, "--boards", str(VARIANTS[variant]), "--allow-same-owner"]
    words += ["--master", MASTER]
    made = arena("tournament", "create", "cup", *words)
    assert made.code == 0, made.err
    assert arena("tournament", "start", "cup").code == 0
    served.await_(connect(served.store, [variant]))
    served.await_(play_blocks(served.store, luck=random.Random(7)))
    served.await_(served.store.ratings.rate())
    file = tmp_path / "cup.jsonl"
    assert arena("export", "cup", "-o", str(file)).code == 0
    boards = closed_boards([json.loads(line) for line in file.read_text().splitlines()])
    (told,) = json.loads(arena("tournament", "standings", "cup", "--json").out)["variants"]
    assert len({line["score"] for line in told["standings"]}) > 2  # there is something to compute
    of_bots, elo = standings(boards), live_elo(boards)
    assert len(told["standings"]) == len(of_bots) == len(bots)
    for line in told["standings"]:
        row, points = of_bots[line["bot"]]
        check_row(line, row)
        assert (line["points"], line["live_elo"]) == (within(points), within(elo[line["bot"]]))
    met = crosstable(boards)
    assert 2 * len(told["crosstable"]) == len(met)
    for meeting in told["crosstable"]:
        check_row(meeting, met[meeting["bot"], meeting["opponent"]])
    (table,) = json.loads(arena("ratings", variant, "--json").out)["tables"]
    (wanted,) = official.tables(line_ups(boards))
    for line in table["strengths"]:
        own = wanted[line["bot"]]
        assert line["rating"] == within(own.elo)
        for name in ("error", "low", "high"):
            number = getattr(own, name)
            assert line.get(name) == (None if number is None else within(number))


@pytest.mark.parametrize("file", sorted(Path(official.__file__).parent.glob("*.py")), ids=lambda file: file.name)
def test_nothing_of_the_arena_is_used(file: Path) -> None:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    ours = {name for name in found if name.split(".")[0] in ("arena", "bots", "workers", "tests")}
    assert all(name.startswith("tests.recomputed") for name in ours)

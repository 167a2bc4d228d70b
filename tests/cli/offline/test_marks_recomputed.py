"""Marks of tables, and whose boards were voided, follow from the export alone."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from arena.store import Store
from arena.store.play.rows import GameResult
from tests.api.playing import LEASE, connect, result
from tests.cli.conftest import Command, Served
from tests.cli.offline.test_recomputed import MASTER, check_row, within
from tests.recomputed.__main__ import main
from tests.recomputed.boards import Lines, closed_boards
from tests.recomputed.marks import forfeits, marks, voided
from tests.recomputed.means import standings

MET = "pinochle-two-handed"
FORFEITED = "UPDATE boards SET state = 'forfeited', absent = ARRAY[line_up[1]] WHERE number = 0"


def absent_minded(made: GameResult) -> GameResult:
    """The bot of the lowest number is asked nine times of ten."""
    lost = [int(player == min(made.players_by_seat)) for player in made.players_by_seat]
    plays = [
        replace(play, asked=10 - gone, charged_us=7_000, infractions=0, fallbacks=gone)
        for play, gone in zip(made.play, lost, strict=True)
    ]
    return replace(made, play=plays)


async def play_out(store: Store) -> None:
    """One board is voided, twice."""
    voids = 2
    while claim := await store.play.claim("w", LEASE):
        gone = [board for board in claim.boards if board.number == 1 and voids]
        for board in gone:
            await store.play.void(board.board_id, claim.token, "the arena failed")
            voids -= 1
        boards = [board for board in claim.boards if board not in gone]
        made = [absent_minded(result(claim, board, game)) for board in boards for game in board.games]
        await store.play.finish(claim.block_id, claim.token, made)
    await store.ratings.rate()


def test_marks_voids_and_forfeits_follow_from_the_export(
    served: Served, arena: Command, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arena("owner", "create", "ada")
    for name in "abc":
        arena("bot", "register", name, "--version", "1", "--owner", "ada")
    words = ("--bot", "a", "--bot", "b", "--bot", "c", "--variant", MET, "--boards", "4", "--allow-same-owner")
    assert arena("tournament", "create", "cup", *words, "--master", MASTER).code == 0
    assert arena("tournament", "start", "cup").code == 0
    with psycopg.connect(served.dsn) as sql:
        sql.execute(FORFEITED)
    served.await_(connect(served.store, [MET]))
    with psycopg.connect(served.dsn) as sql:
        sql.execute("UPDATE gateways SET held = 0.25")
    served.await_(play_out(served.store))
    lines = [json.loads(line) for line in arena("export", "cup").out.splitlines()]
    (told,) = json.loads(arena("tournament", "standings", "cup", "--json").out)["variants"]
    wanted, found = marks(lines, MET), voided(lines, MET)
    assert {each.what for each in wanted} == {"fallbacks", "forfeits", "voids", "lag"}
    assert len(found) == 2
    check_marks(told, lines, MET)
    rows = standings(closed_boards(lines), forfeits(lines, MET))
    for line in told["standings"]:
        check_row(line, rows[line["bot"]][0])
    file = tmp_path / "cup.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    main([str(file)])
    printed = {each["table"]: each["rows"] for each in map(json.loads, capsys.readouterr().out.splitlines())}
    assert printed["standings"]["a@1"] == [list(rows["a@1"][0]), rows["a@1"][1]]
    assert [row[1] for row in printed["marks"]] == [mark.what for mark in wanted]
    assert set(printed["voided"]) == set(found)
    assert len(printed) == 12


def check_marks(told: dict[str, Any], lines: Lines, variant: str) -> None:
    """Compare the findings of a table with those of an export."""
    limits = [each for each in told["findings"] if each["kind"] != "void"]
    for line, mark in zip(limits, marks(lines, variant), strict=True):
        assert ("".join(line["bots"]), line["kind"], line["threshold"]) == (mark.bot, mark.what, mark.limit)
        assert line["effect"] == within(mark.share)
    found = voided(lines, variant)
    voids = {each["bots"][0]: each for each in told["findings"] if each["kind"] == "void"}
    assert voids.keys() == found.keys()
    for bot, line in voids.items():
        own = found[bot]
        assert (line["boards"], line["effect"]) == (own.dealt, within(sum(own.causes.values()) / own.dealt))
        assert all(f"{count} {cause}" in line["sentence"] for cause, count in own.causes.items())
        assert f" {own.incidents} incident" in line["sentence"]
        assert (line["chance"], line["flagged"]) == (within(own.chance), own.flagged)

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, Rules, configure, sides_of
from arena.rules.records.record import to_record
from arena.rules.replays.line import to_line
from bots.house.simple import SimpleBot
from bots.sdk import Bot
from bots.sdk.packs.pack import Pack
from bots.sdk.practice.local import board_seed, play_board


def short(variant: str) -> Rules:
    return configure(variant, options={"format": {"kind": "hands", "count": 2}})


def record_of(variant: str, bot: type[Bot] = SimpleBot, infractions: Sequence[dict[str, Any]] = ()) -> dict[str, Any]:
    """Return the record of a game that *bot* played in all seats; its id is 17."""
    rules = short(variant)
    game = play_board(rules, board_seed(1, 0), [bot] * sides_of(rules))[0]
    return to_record(game, "17", ["simple"] * rules.seats, infractions)


@pytest.fixture(scope="session")
def records() -> dict[str, dict[str, Any]]:
    return {variant: record_of(variant) for variant in VARIANTS}


@pytest.fixture
def folder(records: dict[str, dict[str, Any]], tmp_path: Path) -> Path:
    """A folder of packs, one of each variant."""
    path = tmp_path / "packs"
    path.mkdir()
    for variant, record in records.items():
        (path / f"{variant}.pack").write_text(str(Pack(1, game=to_line(record))))
    return path


@pytest.fixture
def record_file(records: dict[str, dict[str, Any]], tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    path.write_text(json.dumps({"format": "arena-board/1"}) + "\n" + json.dumps(records["spades-4"]) + "\n")
    return path

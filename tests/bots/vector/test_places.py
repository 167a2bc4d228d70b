"""The rows of a logged batch lead to their games' records, in every variant."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from arena.rules import VARIANTS, Game, configure, new_game
from arena.rules.records.record import to_record
from arena.wire.columns.pack import Columns
from bots.sdk.vector.batch import Batch
from bots.sdk.vector.log import line_of, pack_batch, places_of
from tests.programs import ROOT, program
from tests.rules.choosing import random_answer

TWO_HANDS = {"format": {"kind": "hands", "count": 2}}


def played(variant: str, name: str, seed: int) -> tuple[dict[str, Any], Batch, list[str]]:
    """Return a random game's record, all its decisions as a batch, and their places."""
    rng = random.Random(seed)
    game: Game = new_game(configure(variant, options=TWO_HANDS), rng.randbytes(32))
    columns, places, hand, decision = Columns(game.rules), list[str](), -1, 0
    while not game.is_over:
        decision = decision + 1 if game.hand_number == hand else 1
        hand = game.hand_number
        columns.add(game, 7000 + int(game.to_act), len(places), 0, 5_000_000, 0)
        places.append(f"{name}:{hand + 1}:{decision}")
        game.apply(random_answer(game.legal(), rng, 0.4))
    return to_record(game, name, ["random"] * game.rules.seats, []), Batch(columns.take()), places


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_row_is_found_where_it_was_asked(variant: str) -> None:
    record, batch, places = played(variant, "17", 1)
    other, _, _ = played(variant, "18", 2)
    foreign, _, _ = played("spades-3" if variant != "spades-3" else "spades-4", "19", 1)
    assert places_of(batch, [foreign, record]) == [[place] for place in places]
    among = places_of(batch, [other, record])
    assert all(place in rows for place, rows in zip(places, among, strict=True))
    assert among[-1] == places[-1:], "who has seen its cards is at one table"


def test_games_that_are_alike_are_all_named() -> None:
    record, batch, _ = played("spades-4", "17", 1)
    assert places_of(batch.row(0), [record, {**record, "id": "18"}]) == [["17:1:1", "18:1:1"]]


def test_a_line_of_the_log_is_led_to_its_games(tmp_path: Path) -> None:
    record, batch, places = played("spades-4", "17", 1)
    line = line_of(batch, batch.fallback.tolist(), None, {}, 0.0)
    assert pack_batch(batch) == line["decision"]
    assert line["seat_ids"][0] == str(7000 + int(batch.seat[0]))
    assert (line["seats"], line["hands"][-1], line["numbers"][:2]) == (batch.seat.tolist(), 1, [0, 1])
    assert line["kinds"][0] == "blind"
    log, records = tmp_path / "batches.jsonl", tmp_path / "records.jsonl"
    log.write_text(json.dumps(line) + "\n")
    records.write_text(json.dumps(record) + "\n")
    bot = ROOT / "bots/examples/vector_bot.py"
    done = program(bot, "--replay", f"{log}:1", "--record", str(records))
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()[len(batch) :]
    assert lines[0] == f"row 0, seat {line['seat_ids'][0]}, hand 1: 17:1:1"
    assert [each.rpartition(": ")[2] for each in lines] == places
    records.write_text(json.dumps(played("spades-4", "18", 2)[0]) + "\n")
    done = program(bot, "--replay", f"{log}:1", "--record", str(records))
    assert done.stdout.splitlines()[-1].endswith(": in none of these records")

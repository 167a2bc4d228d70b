import json
from pathlib import Path
from typing import Any

import pytest

from arena.rules.replays.line import from_line
from bots.sdk.packs.pack import Pack, read_pack
from bots.sdk.packs.questions import questions_of
from tests.cli.bots.test_losses import all_records
from tests.cli.conftest import Command, Said, Served


def pack_of(said: Said) -> Pack:
    assert said.code == 0, said.err
    return read_pack(Path(said.out.strip()).read_text())


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_hand_is_saved_with_the_questions_to_its_seat(varied: Served, arena: Command) -> None:
    of_chips = [each for each in all_records(arena) if each["variant"] == "pinochle-chips"]
    record = next(each for each in of_chips if "alpha@1" in each["seats"])
    game, seat = record["id"], record["seats"].index("alpha@1")
    said = arena("bot", "keep", f"{game}:2", "--bot", "alpha", "--why", "why so low?")
    assert said.out == f"packs/{game}-2-seat-{seat}.pack\n"
    pack = pack_of(said)
    assert (pack.seat, pack.bot, pack.hand, pack.decision, pack.why) == (seat, "alpha@1", 2, None, "why so low?")
    left_out = ("charged_ms", "batch_ms")
    hands = [{key: hand[key] for key in hand if key not in left_out} for hand in record["hands"]]
    assert from_line(pack.game)["hands"] == hands
    assert {each.decision.seat for each in questions_of(pack)} == {seat}
    by_seat = arena("bot", "keep", f"{game}:2", "--seat", str(seat), "--packs", "other/place", "--why", "why so low?")
    assert pack_of(by_seat) == pack
    assert pack_of(arena("bot", "keep", game, "--seat", str(seat))).hand is None
    decision = questions_of(pack)[0]
    one = pack_of(arena("bot", "keep", decision.place))
    assert [each[:3] for each in questions_of(one)] == [decision[:3]]


def test_the_command_below_losses_saves_a_pack(varied: Served, arena: Command) -> None:
    said = arena("bot", "losses", "alpha", "--max-boards", "1")
    words = said.err.splitlines()[2].partition("arena bot keep ")[2].split()
    assert questions_of(pack_of(arena("bot", "keep", *words)))


def test_wrong_places_and_seats_are_refused(varied: Served, arena: Command) -> None:
    game = next(each for each in all_records(arena) if each["variant"] == "pinochle-chips")["id"]
    assert "counted from 1" in arena("bot", "keep", f"{game}:0").err
    assert "the game has the hands" in arena("bot", "keep", f"{game}:99", "--seat", "0").err
    assert "choose one with --seat or --bot: 0 " in arena("bot", "keep", game).err
    assert "seat 9 is not in the game; its seats are 0 " in arena("bot", "keep", game, "--seat", "9").err
    for words in ((), (game, "--log", "x"), (f"{game}:0",), (game,), ("999999",), (game, "--bot", "nobody")):
        assert arena("bot", "keep", *words).refused


def test_a_log_needs_no_service(arena: Command, tmp_path: Path) -> None:
    lines: list[dict[str, Any]] = [
        {"seat": 1, "decision": "eJx", "answer": "AS", "error": ""},
        {"seat": 2, "decision": "eJy", "answer": ["TD", "9D"], "error": "ValueError: no"},
        {"seat": 2, "game_over": {}},
        {"rows": 3, "decision": "eJz", "answers": [1], "error": "ValueError: of a batch"},
    ]
    log = tmp_path / "decisions.jsonl"
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    failing = arena("bot", "keep", "--log", str(log))
    assert failing.out == "packs/decisions-2.pack\n"
    assert pack_of(failing) == Pack(2, asked="eJy", answer=["TD", "9D"], error="ValueError: no")
    assert pack_of(arena("bot", "keep", "--log", f"{log}:1", "--why", "odd")) == Pack(
        1, why="odd", asked="eJx", answer="AS"
    )
    assert json.loads(arena("bot", "keep", "--log", str(log), "--json").out) == {"pack": "packs/decisions-2.pack"}
    for given in (f"{log}:3", f"{log}:4", f"{log}:9", "nowhere"):
        assert arena("bot", "keep", "--log", given).refused

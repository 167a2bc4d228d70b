"""One id follows a decision from its worker through the gateway to the bot and back, in the logs of real processes."""

import json
import sys
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.cli.offline import trace
from arena.cli.root import run
from arena.wire.gen.arena_pb2_grpc import ArenaServiceStub
from arena.wire.gen.tournaments_pb2 import ListTournamentsRequest
from arena.wire.refusals import REQUEST_ID
from tests.house import House, open_house


@pytest.fixture(autouse=True)
def debug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_LOG_FORMAT", "json")
    monkeypatch.setenv("ARENA_LOG_LEVEL", "debug")


def traced(capsys: pytest.CaptureFixture[str], id: str, house: House) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert run(["trace", id, str(house.folder / "logs"), str(house.folder / "ash.jsonl"), "--json"]) == 0
    lines: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return lines


def test_a_decision_is_followed_to_its_bot_and_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    diary = tmp_path / "ash.jsonl"
    simple = (sys.executable, "-m", "bots.house.simple", "--log", str(diary))
    with open_house(workers=1, kit="simple", commands={"ash": simple}) as house:
        house.start_tournament(boards=1, hands=1, variants=("spades-4",))
        house.finish()
        (house.folder / "ash.jsonl").write_text(diary.read_text())
        first = json.loads(diary.read_text().splitlines()[0])
        decision = f"{int(first['seat_id']):x}-{first['number']}"
        lines = traced(capsys, decision, house)
        assert [line["part"] for line in lines if line["part"] != "ash.jsonl"] == [
            *("worker", "gateway", "gateway", "gateway", "worker")
        ]
        assert "ash.jsonl" in {line["part"] for line in lines}
        assert all(line["decision"] == decision for line in lines)
        block = lines[0]["block"]
        of_block = traced(capsys, f"block={block}", house)
        assert {line["part"] for line in of_block} == {"worker", "gateway", "ash.jsonl"}
        assert {line["message"] for line in lines} <= {line["message"] for line in of_block}
        with grpc.insecure_channel(house.arena.gateway) as channel, pytest.raises(grpc.RpcError) as refused:
            ArenaServiceStub(channel).ListTournaments(ListTournamentsRequest())
        assert isinstance(refused.value, grpc.Call)
        request = dict(refused.value.trailing_metadata() or ())[REQUEST_ID]
        assert [line["message"][:38] for line in traced(capsys, str(request), house)] == [
            "ListTournaments is refused: UNAUTHENTI"
        ]


def test_a_decision_in_a_batch_is_followed_too(capsys: pytest.CaptureFixture[str]) -> None:
    with open_house(workers=1, columnar=True) as house:
        house.start_tournament(boards=1, hands=1, variants=("spades-4",))
        house.finish()
        (house.folder / "ash.jsonl").touch()
        batches = [
            line for line in (house.folder / "logs/worker-1.log").read_text().splitlines() if "decisions" in line
        ]
        decision = json.loads(batches[-1])["decisions"][-1]
        parts = [line["part"] for line in traced(capsys, decision, house)]
        assert parts[:1] + parts[-1:] == ["worker", "worker"]
        assert parts.count("gateway") == 2


def test_what_no_log_names_and_what_too_many_name_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "gateway.log"
    log.write_text('2026-11-28 INFO arena: block 7\n[7]\n{"number": 1}\n' + '{"block": 7, "time": ""}\n' * 2)
    assert run(["trace", "8", str(tmp_path)]) == 2
    assert "no line of 1 files is about '8'; give" in capsys.readouterr().err
    assert run(["trace", "7", str(log)]) == run(["trace", "block=7", str(log)]) == 0
    assert run(["trace", "board=7", str(log)]) == 2
    monkeypatch.setattr(trace, "MAX_LINES", 1)
    assert run(["trace", "7", str(log)]) == 2
    assert "more than 1 lines are about '7'" in capsys.readouterr().err

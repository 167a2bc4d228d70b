"""The benchmark on a service with real gateways, workers and bots gives the same number as on this machine."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.match import benchmark as command
from arena.cli.match.benchmark import Boards
from arena.cli.terminal.refusal import Refusal
from arena.league.benchmark import SEED, deal_seed
from arena.match.benchmark import rules_of
from arena.rules.records.record import to_record
from bots.house.random import RandomBot
from bots.house.simple_1 import SimpleBot
from bots.sdk import Bot
from bots.sdk.practice.local import play_board
from tests.cli.conftest import Command, Said
from tests.house import House, open_house

OWNERS = {"ada": ("mine",), "ben": ("bens",), "benchmark": ("simple-1", "simple-2")}
PART = ("--variants", "spades-3,pinochle-single-deck", "--boards", "1")
Benchmark = Callable[..., Said]
Measured = Callable[..., dict[str, Any]]
SAME = ("variants", "score", "interval", "benchmark", "opponent", "whole")


def of_house(name: str) -> list[str]:
    return [sys.executable, "-m", f"bots.house.{name}"]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Ada's bot plays at random, ben's plays as the opponents do."""
    with open_house(workers=1, kit="simple", owners=OWNERS, commands={"mine": of_house("random")}) as house:
        house.wait_until(lambda: house.bots_at().total() == sum(map(len, OWNERS.values())))
        yield house


@pytest.fixture
def benchmark(arena: Command, house: House) -> Benchmark:
    def call(*words: str, token: str = "ada") -> Said:
        return arena("benchmark", *words, *PART, "--server", house.arena.gateways[0], "--token", token)

    return call


@pytest.fixture
def measured(benchmark: Benchmark) -> Measured:
    def call(*words: str, token: str = "ada") -> dict[str, Any]:
        said = benchmark(*words, "--on-service", "--json", token=token)
        assert said.code == 0, said
        document: dict[str, Any] = json.loads(said.out)
        return document

    return call


def test_a_service_gives_the_same_number(
    arena: Command, house: House, benchmark: Benchmark, measured: Measured, tmp_path: Path
) -> None:
    here = json.loads(arena("benchmark", "random", *PART, "--concurrency", "1", "--json").out)
    there = measured("mine", "--out", str(tmp_path))
    assert {key: there[key] for key in SAME} == {key: here[key] for key in SAME}
    assert there["score"]
    assert (there["bot"], there["tournament"], there["deaths"]) == ("mine@1", "benchmark-1", None)
    (file,) = tmp_path.iterdir()
    assert len(file.read_text().splitlines()) == 3 + 2
    assert "no difference" in arena("verify", str(file)).out
    assert measured("mine@1")["tournament"] == "benchmark-1", "that version has it already"
    with_service = ("--server", house.arena.gateways[0], "--token", "ada")
    for words in (("standings",), ("crosstable",), ("commitments",), ("roots",), ("games",), ("seats",)):
        said = arena("tournament", *words, "benchmark-1", *with_service[: 2 if words == ("roots",) else 4])
        assert said.code == 0, said
    report = benchmark("mine", "--on-service")
    assert "benchmark 2026.1: mine@1 against simple@1, benchmark-1" in report.out
    assert "(a part: 2 of 11 variants, 1 of 200 boards each)" in report.out
    for said in (report, benchmark("mine", "--on-service", "--json")):
        assert "benchmark-1: 2 of 2 boards" in said.err, "programs, too, are told how far it is"


def test_an_interrupted_benchmark_is_continued(
    benchmark: Benchmark, measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "show_progress", interrupted)
        said = [benchmark("bens", "--on-service", *again, token="ben") for again in ([], ["--again"])]
    assert [each.code for each in said] == [130, 130]
    first, second = (each.err.partition(":")[0] for each in said)
    assert f"{first} goes on; the same command shows it again" in said[0].err
    report = measured("bens", token="ben")
    assert (report["tournament"], report["score"]) == (second, 0)
    assert first != second


def test_its_export_is_verified_to_the_deals(
    arena: Command, house: House, benchmark: Benchmark, tmp_path: Path
) -> None:
    assert benchmark("mine", "--on-service").code == 0
    whole = arena("export", "benchmark-1", "--server", house.arena.gateways[0], "--token", "ben").out
    file = tmp_path / "export.jsonl"
    file.write_text(whole)
    said = arena("verify", str(file))
    assert said.code == 0, said
    assert "root none: a benchmark; deals that anybody knows" in said.out
    file.write_text(whole.replace('"test_seed":"arena-benchmark 2026.1"', '"test_seed":"arena-benchmark 2027.1"'))
    said = arena("verify", str(file))
    assert (said.code, "board 0: it is not deal 0 of " in said.out) == (1, True)


def games(*bots: type[Bot]) -> Iterator[dict[str, Any]]:
    """The records of deal 0 of spades-3, with *bots* as players "mine@1", "simple-1@1", "simple-2@1"."""
    rules, names = rules_of("spades-3"), ["mine@1", "simple-1@1", "simple-2@1"]
    for number, game in enumerate(play_board(rules, deal_seed(SEED, "spades-3", 0), bots)):
        seats = [names[(player - number) % 3] for player in game.seating]
        yield to_record(game, str(number), seats)


def test_boards_with_other_opponents_do_not_count() -> None:
    for opponent, score, code in ((SimpleBot, True, 0), (RandomBot, False, 1)):
        boards = Boards("benchmark-1", "mine@1", ["spades-3", "spades-4"], 1)
        for record in games(RandomBot, SimpleBot, opponent):
            boards.add(record)
        spades, none = boards.lines()
        assert (spades.score is not None, none.score) == (score, None)
        unplayed, *strange = boards.list_excluded()
        assert unplayed == "left out: incomplete boards, 1"
        assert len(strange) == code
        assert all("an opponent that differs from simple@1, 1 (first game 0, decision " in line for line in strange)


def test_other_records_are_refused() -> None:
    record, *_ = games(RandomBot, SimpleBot, SimpleBot)
    for bot, variants, changed, line in (
        ("other@1", ["spades-3"], {}, "is not of the benchmark 2026.1 with other@1"),
        ("mine@1", ["spades-4"], {}, "is not of the benchmark 2026.1"),
        ("mine@1", ["spades-3"], {"scores": [1, 2, 3]}, "scores"),
        ("mine@1", ["spades-3"], {"seed": "00" * 32}, "benchmark-1: "),
    ):
        with pytest.raises(Refusal, match=line):
            Boards("benchmark-1", bot, variants, 1).add(record | changed)


def test_options_of_the_service_are_refused_here(arena: Command, benchmark: Benchmark) -> None:
    said = arena("benchmark", "simple", "--again", *PART)
    assert "--again has an effect only with --on-service; give another --out" in said.err
    said = benchmark("mine", "--on-service", "--concurrency", "2")
    assert "--concurrency 2 has no effect with --on-service" in said.err
    said = benchmark("bens", "--on-service")
    assert said.refused
    assert "bens@1 is not yours" in said.err

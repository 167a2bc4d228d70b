"""The benchmark played by a service: real gateways, workers and bots, and the number of here to the last digit."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.cli.match import benchmark as command
from tests.cli.conftest import Command, Said
from tests.house import House, open_house

OWNERS = {"ada": ("mine",), "ben": ("bens",), "benchmark": ("simple-1", "simple-2")}
PART = ("--variants", "spades-3,pinochle-single-deck", "--boards", "2")
SAME = ("variants", "score", "interval", "benchmark", "opponent", "whole")


def of_house(name: str) -> list[str]:
    return [sys.executable, "-m", f"bots.house.{name}"]


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """Ada's bot plays at random, ben's plays as the opponents do."""
    with open_house(workers=1, kit="simple", owners=OWNERS, commands={"mine": of_house("random")}) as house:
        yield house


@pytest.fixture
def benchmark(arena: Command, house: House) -> Callable[..., Said]:
    def call(*words: str, token: str = "ada") -> Said:
        return arena("benchmark", *words, *PART, "--server", house.arena.gateways[0], "--token", token)

    return call


@pytest.fixture
def measured(benchmark: Callable[..., Said]) -> Callable[..., dict[str, Any]]:
    def call(*words: str, token: str = "ada") -> dict[str, Any]:
        said = benchmark(*words, "--on-service", "--json", token=token)
        assert said.code == 0, said
        document: dict[str, Any] = json.loads(said.out)
        return document

    return call


def test_a_service_comes_to_the_number_of_here(
    arena: Command, benchmark: Callable[..., Said], measured: Callable[..., dict[str, Any]], tmp_path: Path
) -> None:
    here = json.loads(arena("benchmark", "random", *PART, "--json").out)
    there = measured("mine", "--out", str(tmp_path))
    assert {key: there[key] for key in SAME} == {key: here[key] for key in SAME}
    assert there["score"]
    assert (there["bot"], there["tournament"], there["deaths"]) == ("mine@1", "benchmark-1", None)
    (file,) = tmp_path.iterdir()
    assert len(file.read_text().splitlines()) == 2 * (3 + 2)
    assert "no difference" in arena("verify", str(file)).out
    assert measured("mine@1")["tournament"] == "benchmark-1", "that version has it already"
    again = measured("mine", "--again")
    assert (again["tournament"], again["score"]) == ("benchmark-2", here["score"])
    told = benchmark("mine", "--on-service").out
    assert "benchmark 2026.1: mine@1 against simple@1, benchmark-2" in told
    assert "(a part: 2 of 11 variants, 2 of 200 boards each)" in told
    assert measured("bens", token="ben")["score"] == 0


def test_it_is_left_and_taken_up_again(
    benchmark: Callable[..., Said], measured: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(command, "followed", interrupted)
        said = benchmark("bens", "--on-service", "--again", token="ben")
    assert said.code == 130
    name = said.err.partition(":")[0]
    assert f"{name} goes on: the same command looks again" in said.err
    assert measured("bens", token="ben")["tournament"] == name

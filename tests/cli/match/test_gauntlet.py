"""`arena benchmark --export`: a service plays a gauntlet, and its export gives the challenger's number."""

import json
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from arena.cli.match.gauntlet import Gauntlet
from arena.cli.terminal.refusal import Refusal
from arena.league.benchmark import FROZEN, ONE_HAND, OPPONENT, SPREADS
from arena.match.benchmark import FINGERPRINTS, rules_of
from arena.rules import options_of
from arena.rules.records.record import to_record
from bots.house.expert import ExpertBot
from bots.house.random import RandomBot
from bots.house.simple_1 import SimpleBot
from bots.sdk import Bot
from bots.sdk.practice.local import play_board
from tests import ask
from tests.cli.conftest import Command
from tests.house import open_house

Record = dict[str, Any]
OPPONENTS = {"simple-1": ["simple_1"], "expert-1": ["expert"], "search-1": ["search", "--budget", "2"]}
POOL, FIELD = "the pool is trust, not closed", f"not {', '.join(FROZEN)}"


def test_a_service_plays_it(arena: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.cli.match.benchmark.fingerprint", FINGERPRINTS.get)
    monkeypatch.setitem(FROZEN, "search-1", "search@1:2")
    programs = {"mine": ["random"], **OPPONENTS}
    commands = {bot: [sys.executable, "-m", f"bots.house.{words[0]}", *words[1:]] for bot, words in programs.items()}
    file = tmp_path / "cup.jsonl"
    with open_house(workers=1, owners={"ada": ["mine"], "frozen": list(OPPONENTS)}, commands=commands) as house:
        variants = [ask.variant(each, options=ONE_HAND) for each in ("spades-3", "pinochle-two-handed")]
        terms: Record = {"kind": "gauntlet", "challengers": 1, "allow_same_owner": True, "master": "5eed" * 8}
        house.start(ask.tournament("cup", variants, list(programs), 1, **terms))
        house.wait_until_finished()
        said = arena("export", "cup", "-o", str(file), "--server", house.arena.gateways[0], "--token", "ada")
        assert said.code == 0, said
    assert "no difference" in arena("verify", str(file)).out
    said = arena("benchmark", "mine@1", "--export", str(file), "--json")
    assert said.code == 0, said
    report = json.loads(said.out)
    assert (report["benchmark"], report["tournament"], report["deals"]) == ("2026.2", "cup", "fresh")
    assert report["faults"] == [POOL, f"the field is {', '.join(OPPONENTS)}, {FIELD}"]
    assert (report["whole"], report["interval"]) == (False, None)
    records = [line for line in map(json.loads, file.read_text().splitlines()) if "seats" in line]
    for line in report["variants"]:
        ahead = [ahead_of("mine@1", each) for each in records if each["variant"] == line["variant"]]
        assert len(ahead) == {"spades-3": 9, "pinochle-two-handed": 6}[line["variant"]]
        assert line["points"] == pytest.approx(sum(ahead) / len(ahead))
        assert line["score"] == pytest.approx(100 * line["points"] / SPREADS[line["variant"]])
        assert (line["boards"], line["blocks"]) == (3, 3)
    assert report["score"] == pytest.approx(sum(line["score"] for line in report["variants"]) / 2)
    said = arena("benchmark", "mine@1", "--export", str(file))
    assert "game 15 of 15" in said.err
    assert said.out.startswith(POOL)
    assert "benchmark 2026.2, not official (a part: 2 of 11 variants, 3 of 200 boards each)" in said.out


def ahead_of(bot: str, record: Record) -> float:
    own = record["scores"][record["seats"].index(bot)]
    return float(own - (sum(record["scores"]) - own) / (len(record["seats"]) - 1))


def tournament(**changed: Any) -> Record:
    variants = [{"variant": "spades-3", "options": options_of(rules_of("spades-3"))}]
    entrants = [{"bot": bot} for bot in ("mine@1", "expert-1@1", "expert-1b@1", "search-1@2", "simple-1@1")]
    about = {"name": "cup", "pool": "closed", "test_seed": "", "challengers": 1}
    return about | {"variants": variants, "entrants": entrants} | changed


def board(number: int, *bots: type[Bot], block: int | None = 0) -> list[Record]:
    """The lines of a board on which *bots* play as "mine@1", "simple-1@1" and "expert-1@1"."""
    rules, names = rules_of("spades-3"), ["mine@1", "simple-1@1", "expert-1@1"]
    games = [f"{number}-{rotation}" for rotation in range(3)]
    line = {"format": "arena-board/1", "number": number, "variant": rules.name, "line_up": names, "games": games}
    records = [
        to_record(game, games[rotation], [names[(player - rotation) % 3] for player in game.seating])
        for rotation, game in enumerate(play_board(rules, bytes([number]) * 32, bots))
    ]
    return [line | {"block": block}, *records]


def test_boards_that_do_not_count_are_left_out() -> None:
    gauntlet = Gauntlet(tournament(), "mine@1")
    boards = [board(number, SimpleBot, SimpleBot, ExpertBot) for number in range(3)]
    boards += [board(3, SimpleBot, SimpleBot, RandomBot), board(4, SimpleBot, SimpleBot, ExpertBot)[:-1]]
    boards.append([{"format": "arena-board/1", "number": 5, "variant": "spades-3", "line_up": None, "games": None}])
    for line in chain.from_iterable(boards):
        gauntlet.add(line)
    spades, *_ = gauntlet.lines()
    assert spades.score
    assert (spades.score.boards, spades.score.blocks, spades.infractions) == (3, 1, {})
    incomplete, strange = gauntlet.list_faults()
    assert incomplete == "incomplete boards, left out: 2"
    assert strange.startswith("boards with an opponent that is not frozen, left out: 1 (first: expert-1@1 in game 3-")


def test_boards_without_blocks_are_blocks_of_their_own() -> None:
    gauntlet = Gauntlet(tournament(pool="trust", test_seed="a"), "mine@1")
    for line in [*board(0, SimpleBot, SimpleBot, ExpertBot, block=None), *board(1, SimpleBot, SimpleBot, ExpertBot)]:
        line.pop("block", None)
        gauntlet.add(line)
    spades, *_ = gauntlet.lines()
    assert spades.score
    assert spades.score.blocks == 2
    assert list(gauntlet.list_faults()) == [POOL, "the deals follow from a public test seed"]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            lambda about: about["variants"][0]["options"].update(max_hands=2),
            "cup: spades-3 has other rules than the benchmark: play one hand",
        ),
        (
            lambda about: about["entrants"][1].update(bot="clever@1"),
            "cup: 'clever' is not a frozen opponent; let search-1, expert-1, simple-1, expert-1b play",
        ),
        (lambda about: about.pop("name"), "line 1: 'name'; export the tournament again"),
        (lambda about: about.update(challengers=0), "'mine@1' is not a challenger of cup; give one of its challengers"),
        (lambda about: about.update(format="arena-board/1"), "does not begin with a tournament; give a file that"),
    ],
)
def test_other_tournaments_are_refused(
    change: Callable[[Record], object], line: str, arena: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.cli.match.benchmark.fingerprint", FINGERPRINTS.get)
    about = json.loads(json.dumps(tournament(format="arena-tournament/1")))
    change(about)
    (file := tmp_path / "cup.jsonl").write_text(json.dumps(about))
    said = arena("benchmark", "mine@1", "--export", str(file))
    assert said.refused
    assert line in said.err
    said = arena("benchmark", "mine@1", "--export", str(file), "--out", "here")
    assert "--export plays nothing; leave out --variants" in said.err


def test_other_records_are_refused() -> None:
    about, record, *_ = board(0, SimpleBot, SimpleBot, ExpertBot)
    for changed, line in (({"scores": [1, 2, 3]}, "scores"), ({"seats": ["a", "b", "c"]}, "mine@1 is not in game 0-0")):
        gauntlet = Gauntlet(tournament(), "mine@1")
        gauntlet.add(about)
        with pytest.raises(Refusal, match=line):
            gauntlet.add(record | changed)
    with pytest.raises(Refusal, match="another tournament follows"):
        Gauntlet(tournament(), "mine@1").add({"format": "arena-tournament/1"})
    assert FROZEN["simple-1"] == OPPONENT

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from typing import Any

import pytest

from tests.acceptance.conftest import Here

pytestmark = pytest.mark.slow

NAMES = [f"bot{number}" for number in range(8)]
ONE_HAND = 'spades-4:format={"kind": "hands", "count": 1}'
OPEN = ("--pool", "open", "--variants", "spades-4", "--option", ONE_HAND, "--boards", "6")
CREATE = ("tournament", "create", "cup", *OPEN)


@contextmanager
def live(here: Here) -> Iterator[None]:
    """Each bot a process of its own, with an owner of its own: half of them play at random."""
    address = json.loads((here.folder / "server.json").read_text())["gateway"]
    processes = []
    for number, name in enumerate(NAMES):
        owner = json.loads(here.run("owner", "create", f"of-{name}", "--json"))["token"]
        words = ("bot", "register", name, "--version", "1", "--token", owner, "--json")
        token = json.loads(here.run(*words))["token"]
        kind = "random" if number % 2 else "simple"
        command = [sys.executable, "-m", f"bots.house.{kind}", "--arena", address, "--token", token]
        processes.append(subprocess.Popen(command, stderr=subprocess.DEVNULL))
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait()


def records_by_deal(text: str) -> dict[str, list[dict[str, Any]]]:
    deals = defaultdict(list)
    for line in text.splitlines():
        record = json.loads(line)
        if record["format"] == "arena-game/1":
            deals[record["seed"]].append(record)
    return deals


def test_an_owner_meets_a_deal_once_and_the_deal_is_compared_across_tables(here: Here) -> None:
    bots = [word for name in NAMES for word in ("--bot", name)]
    with here.up(), live(here):
        dry = here.run(*CREATE, *bots, "--dry-run")
        assert "comparisons of any two bots" in dry
        assert "times in a seat" in dry
        assert here.run(*CREATE, *bots).startswith("cup: 48 boards, 96 games\n")
        here.run("tournament", "start", "cup")
        here.run("tournament", "watch", "cup")
        standings = here.run("tournament", "standings", "cup")
        assert "spades-4: cup (open, deals committed by the operator, rated format: 1 hand)" in standings
        answer = json.loads(here.run("tournament", "standings", "cup", "--json"))
        table = here.run("ratings", "spades-4", "--json")
        assert "Live Elo, spades-4 (open, rated format: 1 hand)" in here.run("ratings", "spades-4", "--live")
        assert "(open, rated format: 1 hand)" in here.run("ratings", "spades-4")
        assert here.run("ratings", "--rebuild") == "48 boards folded in, 0 ratings changed\n"
        assert here.run("ratings", "spades-4", "--json") == table
        assert "(open)" in here.run("bot", "versus", "bot0", "bot1")
        assert len(json.loads(here.run("tournament", "seats", "cup", "--json"))["variants"][0]["seats"]) == 8 * 4
        findings = json.loads(here.run("tournament", "findings", "cup", "--json"))["findings"]
        assert not {each["kind"] for each in findings} & {"memory", "transfer"}
        assert "so the correction cancels" in here.run("tournament", "standings", "cup", "--luck", code=2)
        here.run("export", "cup", "-o", str(here.folder / "records.jsonl"))
    verified = here.run("verify", str(here.folder / "records.jsonl"))
    assert "; deals committed by the operator; 1 epoch, 1 signed by " in verified
    assert ", the secrets of 1 revealed; the schedule's is revealed; 48 boards\n" in verified
    assert verified.endswith("\n96 records, no difference\n")
    deals = records_by_deal((here.folder / "records.jsonl").read_text())
    assert len(deals) == 48
    scores: Counter[str] = Counter()
    compared: Counter[frozenset[str]] = Counter()
    for one, other in deals.values():
        assert len({*one["seats"], *other["seats"]}) == 8
        for (bot, points), (its, its_points) in zip(scored(one), scored(other), strict=True):
            compared[frozenset((bot, its))] += 1
            scores[bot] += 1 + (points > its_points) - (points < its_points)
            scores[its] += 1 + (points < its_points) - (points > its_points)
    assert max(compared.values()) - min(compared[frozenset(pair)] for pair in combinations(sorted(scores), 2)) <= 1
    lines = answer["variants"][0]["standings"]
    assert {line["bot"]: line["score"] for line in lines} == {
        bot: pytest.approx(halves / 96) for bot, halves in scores.items()
    }
    assert {line["bot"][:4] for line in lines[:4]} == {f"bot{number}" for number in range(0, 8, 2)}


def scored(record: dict[str, Any]) -> list[tuple[str, int]]:
    return list(zip(record["seats"], record["scores"], strict=True))

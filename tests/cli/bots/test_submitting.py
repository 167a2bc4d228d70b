import json
from pathlib import Path

import pytest

from tests.bundles.bundles import GOOD, folder_of
from tests.cli.conftest import OPERATOR, Command, Served


@pytest.fixture
def ann(served: Served, arena: Command, monkeypatch: pytest.MonkeyPatch) -> Served:
    """An arena with a runner, used by the owner ann."""
    served.await_(served.store.bundles.note_runner())
    monkeypatch.setenv("ARENA_TOKEN", arena("owner", "create", "ann").out.strip())
    return served


def test_a_folder_is_submitted_and_listed(arena: Command, ann: Served, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    submission = arena("bot", "submit", str(folder))
    assert (submission.code, submission.out) == (0, "bot@1\n")
    assert "bot@1 waits for its check" in submission.err
    again = arena("bot", "submit", str(folder))
    assert "was submitted before, as bot@1, which is waiting" in again.err
    answer = json.loads(arena("bot", "submit", str(folder), "--json").out)
    assert (answer["bot"], answer["is_new"]) == ("bot@1", False)
    assert "waiting" in arena("bot", "versions", "bot").out
    assert json.loads(arena("bot", "versions", "bot", "--json").out)["versions"][0]["memory_mib"] == 256
    (folder / "more.py").write_text("")
    assert arena("bot", "submit", str(folder), "--bot", "bot").out == "bot@2\n"
    compared = arena("bot", "compare", "bot@1", "bot@2")
    assert (compared.out, compared.err) == ("+ more.py\n", "1 added, 0 removed, 0 changed, 2 same\n")
    assert "bot@1 never plays again; add --yes" in arena("bot", "withdraw", "bot@1").err
    assert arena("bot", "withdraw", "bot@1", "--yes").out == "bot@1 is withdrawn\n"


def test_a_wrong_folder_is_refused(arena: Command, ann: Served, tmp_path: Path) -> None:
    said = arena("bot", "submit", str(tmp_path / "nowhere"))
    assert said.refused
    assert "no such folder" in said.err
    said = arena("bot", "submit", str(folder_of(tmp_path, {"my_bot.py": ""})))
    assert said.refused
    assert "it has no bot.toml" in said.err


def test_submit_waits_for_the_check(arena: Command, ann: Served, tmp_path: Path) -> None:
    folder = folder_of(tmp_path, GOOD)
    arena("bot", "submit", str(folder))
    ann.await_(ann.store.bundles.decide("bot@1", True, "", ""))
    assert arena("bot", "submit", str(folder), "--wait").err.endswith("bot@1 is admitted\n")
    assert arena("bot", "status", "bot").out == "bot@1 is played by the arena\n"
    assert "by the arena" in arena("bot", "list").out
    (folder / "worse.py").write_text("")
    arena("bot", "submit", str(folder))
    ann.await_(ann.store.bundles.decide("bot@2", False, "FAIL spades-4", ""))
    said = arena("bot", "submit", str(folder), "--wait")
    assert (said.code, said.out) == (2, "bot@2\n")
    assert said.err.endswith("arena: bot@2 is refused: FAIL spades-4\n")


def test_an_admitted_version_is_entered(
    arena: Command, ann: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path, GOOD)
    for name in ("bot", "sam", "tom"):
        arena("bot", "submit", str(folder), "--bot", name)
        ann.await_(ann.store.bundles.decide(f"{name}@1", True, "", ""))
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    words = ("--variants", "spades-3", "--bot", "sam", "--bot", "tom", "--bot", "bot", "--allow-same-owner")
    creation = arena("tournament", "create", "cup", "--pool", "closed", "--boards", "1", *words)
    assert creation.code == 0, creation.err
    arena("bot", "submit", str(folder), "--bot", "new", "--owner", "ann")
    ann.await_(ann.store.bundles.decide("new@1", True, "", ""))
    said = arena("bot", "submit", str(folder), "--bot", "new", "--owner", "ann", "--enter", "cup")
    assert said.out == "new@1\nnew@1 is in cup: 3 boards more, 4 in all\n"
    said = arena("bot", "submit", str(folder), "--bot", "new", "--owner", "ann", "--enter", "none")
    assert "arena: there is no tournament 'none'" in said.err


def test_a_log_is_read_by_its_owner(
    arena: Command, ann: Served, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    arena("bot", "submit", str(folder_of(tmp_path, GOOD)))
    for number, ending in ((1, ""), (2, "it used more memory than it may")):
        ann.await_(ann.store.bundles.add_seat_log("bot@1", number, ending, f"hello {number}", 1_500_000, 9_216))
    ann.await_(ann.store.bundles.decide("bot@1", True, "", "12 passed\n"))
    arena("bot", "submit", str(folder_of(tmp_path / "quiet", GOOD)), "--bot", "quiet")
    assert arena("bot", "log", "quiet").err == "quiet: none of its processes printed anything\n"
    said = arena("bot", "log", "bot")
    assert said.out.index("hello 2") < said.out.index("hello 1")
    assert "seat 2, 1.50 s CPU, 9.0 MiB: it used more memory than it may" in said.out
    assert "hello 1" not in arena("bot", "log", "bot", "--failed").out
    assert "hello 1" not in arena("bot", "log", "bot", "--limit", "1").out
    assert json.loads(arena("bot", "log", "bot", "--limit", "1", "--json").out)["text"] == "hello 2"
    assert arena("bot", "log", "bot", "--check").out == "12 passed\n"
    monkeypatch.setenv("ARENA_TOKEN", OPERATOR)
    assert arena("bot", "log", "bot").refused

import json
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli.match.entrants import program_of, with_budget
from arena.cli.root import arena
from arena.league.benchmark import DEALS, SPREADS, board_points, points_ahead
from arena.league.ratings.spread import VariantScore, number_of, score_variant
from arena.match import benchmark as frozen
from arena.rules import VARIANTS, side_of, sides_of
from bots.house.search import PLAYOUTS
from tests.bots.text.session import SHELL


def benchmark(*words: str) -> Result:
    return CliRunner().invoke(arena, ["benchmark", *words], standalone_mode=False)


def run_json(*words: str) -> dict[str, Any]:
    done = benchmark(*words, "--json")
    assert done.exception is None, done.exception
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def test_rules_and_opponents_are_unchanged() -> None:
    assert {version: frozen.fingerprint(version) for version in frozen.FINGERPRINTS} == frozen.FINGERPRINTS
    assert list(SPREADS) == list(VARIANTS)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_spreads_are_those_of_the_opponent_on_all_deals(variant: str) -> None:
    rules, scores = frozen.rules_of(variant), [frozen.opponents_scores(variant, deal) for deal in range(DEALS)]
    sides = [side_of(rules, seat) for seat in range(sides_of(rules))]
    ahead = [float(points_ahead(each, side)) for each in scores for side in sides]
    assert sum(ahead) == pytest.approx(0, abs=1e-6)
    assert sqrt(sum(each * each for each in ahead) / len(ahead)) == pytest.approx(SPREADS[variant], abs=0.005)


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the check of rules and opponent, which takes seconds."""
    monkeypatch.setattr("arena.cli.match.benchmark.fingerprint", frozen.FINGERPRINTS.get)


def test_the_opponent_itself_has_no_lead() -> None:
    report = run_json("simple", "--variants", "pinochle-two-handed,spades-3", "--boards", "1", "--concurrency", "1")
    assert [each["variant"] for each in report["variants"]] == ["spades-3", "pinochle-two-handed"]
    assert [each["points"] for each in report["variants"]] == [0, 0]
    assert (report["score"], report["interval"], report["whole"], report["benchmark"]) == (0, None, False, "2026.1")


@pytest.mark.usefixtures("checked")
def test_any_program_is_measured_and_resumed(tmp_path: Path) -> None:
    bot, out = tmp_path / "bot.sh", tmp_path / "out"
    bot.write_text(SHELL.read_text())
    words = (f"text:sh {bot}", "--variants", "pinochle-two-handed", "--out", str(out), "--concurrency", "1")
    first, whole = run_json(*words, "--boards", "1"), run_json(*words, "--boards", "2")
    (file,) = out.iterdir()
    lines = file.read_text().splitlines(keepends=True)
    assert (file.name, len(lines)) == ("2026.1-pinochle-two-handed.jsonl", 4)
    file.write_text("".join(lines[:1]) + lines[1][:50])
    assert run_json(*words, "--boards", "2") == whole
    (one,), (two,) = first["variants"], whole["variants"]
    assert (one["boards"], two["boards"]) == (1, 2)
    assert two["score"] == pytest.approx(100 * two["points"] / SPREADS["pinochle-two-handed"])
    assert "no difference" in CliRunner().invoke(arena, ["verify", str(file)]).output
    bot.write_text(bot.read_text().replace("hello 1 shell", "hello 1 snail"))
    assert "is of another match, in which shell played; give the same bots" in str(benchmark(*words).exception)


def test_points_are_means_over_rotations_of_a_side_less_the_others() -> None:
    records = [
        {"seats": ["me", "x", "me", "x"], "scores": [50, 20, 50, 20]},
        {"seats": ["x", "me", "x", "me"], "scores": [10, 0, 10, 0]},
    ]
    assert board_points(records, "me") == (30 - 10) / 2
    assert board_points([{"seats": ["x", "me", "y"], "scores": [1, 7, 4]}], "me") == 4.5
    alike = [
        {"seats": ["me" if seat == own else "x" for seat in range(4)], "scores": [7, 11, 12, 24]} for own in range(4)
    ]
    assert board_points(alike, "me") == 0  # not nearly


def test_a_score_is_hundredths_of_the_spread_and_the_number_their_mean() -> None:
    spades = score_variant("spades-4", [[0.0], [50.26]] * 8, 25.13)
    assert spades.score == pytest.approx(100)
    # the standard error is 25.13 x sqrt(16 / 15) / 4, and t(0.975, 15) = 2.131
    assert spades.interval == pytest.approx((100 - 55.0, 100 + 55.0), abs=0.1)
    chips = VariantScore("pinochle-chips", 16, 16, 0.0, 0.0, 4.77)
    score, interval = number_of([spades, chips])
    assert score == pytest.approx(50)
    assert interval == pytest.approx((50 - 27.5, 50 + 27.5), abs=0.1)
    assert number_of([score_variant("spades-4", [[1.0]], 25.13)])[1] is None


def test_boards_of_a_block_may_depend_on_each_other() -> None:
    alike = score_variant("spades-4", [[0.0] * 4, [50.26] * 4] * 4, 25.13)
    assert (alike.boards, alike.blocks) == (32, 8)
    # 8 blocks of equal boards scatter as 8 boards would: 25.13 x sqrt(8 / 7) / sqrt(8), and t(0.975, 7) = 2.365
    assert alike.interval == pytest.approx((100 - 89.4, 100 + 89.4), abs=0.1)
    assert score_variant("spades-4", [[0.0] * 8, [50.26] * 8], 25.13).interval is None, "two blocks"


@pytest.mark.usefixtures("checked")
def test_budgets_reach_the_program_and_errors_are_named(tmp_path: Path) -> None:
    assert program_of("search:50").words[-4:] == ["bots.house.search", "--text", "--budget", "50"]
    assert with_budget("search") == f"search:{PLAYOUTS}", "50 where the rules core is not compiled: another bot"
    for word in ("expert", "search@1:7", "text:search", "search.py", "clever"):
        assert with_budget(word) == word
    for words, why in (
        (("clever",), "'clever' is not a house bot"),
        (("simple:50",), "takes no budget"),
        (("simple", "--variants", "bridge"), "--variants 'bridge' is not in the benchmark: give one of spades-3"),
        ((f"text:sh {SHELL}", "--variants", "pinochle-two-handed", "--out", str(tmp_path / "file" / "x")), "file"),
    ):
        (tmp_path / "file").touch()
        assert why in str(benchmark(*words).exception)

import json
from pathlib import Path

import pytest

from arena.rules import VARIANTS
from tools.bench.strength.__main__ import main
from tools.bench.strength.boards import Gain, Step, measure_gain
from tools.bench.strength.coverage import check
from tools.bench.strength.kept import BoardFile
from tools.bench.strength.measuring import LadderPlan, StepResult, measure, results
from tools.bench.strength.report import summary, table, write_part
from tools.bench.strength.stopping import Look, last_look, look_at

STEP = Step("spades-3", "simple", "random")
WISHES = LadderPlan(["spades-3"], [["random", "simple"]], 19, 20, 50, 1)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_bot_gains_nothing_over_itself_and_equal_boards_are_equal(variant: str) -> None:
    assert measure_gain(Step(variant, "simple", "simple"), 7, 0).points == pytest.approx(0)
    step = Step(variant, "simple", "random")
    assert measure_gain(step, 7, 1).points == measure_gain(step, 7, 1).points


def test_a_look_holds_the_confidence_sequence() -> None:
    look = look_at([5.0] * 20, 10)
    # a gambler at four stakes has 40 against the mean f: sum of (1 - c + c z / f)^20 over 1, 1/2, 1/4, 1/8 is 160
    z, f = 0.75, (10 + look.low) / 20
    assert sum((1 - c + c * z / f) ** 20 for c in (1, 0.5, 0.25, 0.125)) == pytest.approx(160)
    assert (look.boards, look.mean, look.verdict) == (20, 5.0, "stronger")
    assert look_at([-5.0] * 20, 10).high == pytest.approx(-look.low)
    assert look_at([500.0, -500.0], 10).mean == 0
    assert Look(20, -1, -2, -0.5).verdict == "weaker"
    assert Look(20, 0.1, -2, 3).verdict == "open"


def boards_until(gains: list[float], least: int, most: int) -> int | None:
    """How many boards are played before the measurement stops."""
    look = last_look(gains, 10, least, most)
    return look and look.boards


def test_it_stops_at_the_first_verdict_and_at_the_most() -> None:
    clear, even = [4.0, 6.0] * 50, [1.0, -1.0] * 50
    assert last_look(clear[:9], 10, 20, 100) is None
    assert [boards_until(clear, least, 100) for least in (10, 20, 60)] == [20, 20, 60]
    assert [boards_until(even, 20, most) for most in (50, 55, 100)] == [50, 50, 100]
    assert last_look(clear[:17], 10, 20, 100) == look_at(clear[:10], 10)


def test_a_stopped_measurement_goes_on_and_comes_to_the_same_table(tmp_path: Path) -> None:
    whole, stopped = BoardFile(tmp_path / "whole"), BoardFile(tmp_path / "stopped")
    measure(WISHES, whole)
    for gain in whole.of(STEP, 19)[:7]:
        stopped.add(STEP, 19, gain)
    with stopped.path.open("a") as file:
        file.write('{"variant": "spa')  # killed as it wrote
    again = BoardFile(tmp_path / "stopped")
    assert again.of(STEP, 19) == whole.of(STEP, 19)[:7]
    measure(WISHES, again)
    assert table(results(WISHES, again)) == table(results(WISHES, whole))
    assert table(results(WISHES, BoardFile(tmp_path / "stopped"))) == table(results(WISHES, whole))


def test_the_parts_of_a_page_are_replaced_and_missing_ones_named(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before\n\n<!-- measured: ladder -->\nold\n<!-- end of ladder -->\n\nafter\n")
    write_part(page, "ladder", "new")
    write_part(page, "ladder", "newer")
    assert page.read_text() == ("before\n\n<!-- measured: ladder -->\n\nnewer\n\n<!-- end of ladder -->\n\nafter\n")
    with pytest.raises(ValueError, match="measured: other"):
        write_part(page, "other", "new")


def test_the_summary_lists_open_steps() -> None:
    looks = ((Look(25, 3, 1, 5), 3600), (Look(800, 0.1, -2, 3), 1800), (None, 0))
    steps = [StepResult(STEP, look, seconds) for look, seconds in looks]
    name = "simple over random in spades-3"
    assert summary(steps) == (f"1 of 3 steps stand outside their 95% interval, 1.50 core hours; not: {name}, {name}")
    assert table(steps, with_hours=True).splitlines()[2:] == [
        "| spades-3 | simple over random | 25 | +3.00 | +1.00 to +5.00 | stronger | 1.00 |",
        "| spades-3 | simple over random | 800 | +0.10 | -2.00 to +3.00 | open | 0.50 |",
        "| spades-3 | simple over random | 0 |  |  | open | 0.00 |",
    ]


def test_resampled_measurements_seldom_tell_equals_apart(tmp_path: Path) -> None:
    results = BoardFile(tmp_path)
    for board in range(100):
        results.add(STEP, 19, Gain(float(board * 37 % 101), 0.0))
    share = check(WISHES, results, 500).splitlines()[-1]
    assert share.startswith("| spades-3 | simple over random | 100 | ")
    assert float(share.split("|")[4].strip(" %")) < 5


def test_bots_are_named_with_budgets_and_unknown_ones_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for bot, why in (("clever", "not a house bot"), ("simple:200", "takes no budget"), ("search:0", "not valid")):
        with pytest.raises(SystemExit) as left:
            main(["spades-3", "--ladder", "random", bot])
        assert left.value.code == 2
        assert why in capsys.readouterr().err


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["spades-3", "--ladder", "random", "simple", "--json", "--jobs", "1"]) == 0
    (step,) = json.loads(capsys.readouterr().out)["steps"]
    assert (step["first"], step["second"], step["boards"], step["verdict"]) == ("simple", "random", 20, "stronger")

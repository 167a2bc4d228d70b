from pathlib import Path
from xml.etree import ElementTree

import pytest

from tools.bench.calibration.__main__ import main
from tools.bench.calibration.hands import NO_CALL, CalledHand, hands_of, lines, wilson
from tools.bench.strength.boards import one_hand


def test_wilsons_interval_is_the_published_one() -> None:
    # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=1e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert wilson(29, 29) == pytest.approx((0.8830, 1.0), abs=1e-4)


def test_hands_are_grouped_by_call_in_order() -> None:
    hands = [
        CalledHand("nil", True, 100, 0, 50.0),
        CalledHand("10", False, -100, 9, -60.0),
        CalledHand("3", True, 30, 4, 5.0),
    ]
    hands += [CalledHand("3", False, -30, 2, -15.0), CalledHand(NO_CALL, False, 0, 0, 0.0)]
    table = lines(one_hand("spades-4"), hands)
    assert [(line.call, line.hands, line.made) for line in table] == [
        ("3", 2, 1),
        ("10", 1, 0),
        ("nil", 1, 1),
        (NO_CALL, 1, 0),
    ]
    assert table[0][-3:] == (0, 3, -5)


def test_each_rotation_is_a_hand_and_contracts_are_the_declarers() -> None:
    assert len(hands_of("spades-4", "simple", "simple", 1, 0)) == 4
    declared = hands_of("pinochle-cutthroat", "simple", "simple", 1, 0)
    assert sum(hand.call != NO_CALL for hand in declared) == 1
    assert sum(hand.ahead for hand in declared) == pytest.approx(0)


def test_the_command_prints_a_table_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["pinochle-two-handed", "--bots", "simple", "random", "--against", "simple", "--deals", "3", "--jobs", "1"]
    assert main([*words, "--plots", str(tmp_path)]) == 0
    assert "| pinochle-two-handed | simple | no contract | " in capsys.readouterr().out
    picture = ElementTree.parse(tmp_path / "calibration-pinochle-two-handed.svg").getroot()
    assert picture.tag.endswith("svg")
    assert "simple" in "".join(picture.itertext())
    assert main([*words, "--json"]) == 0
    assert '"bot": "random"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["spades-9"], "'spades-9' is not a variant; give one of spades-3, spades-4"),
        (["--deals", "0"], "0 is too small; give a number from 1"),
    ],
)
def test_bad_options_write_no_page(
    words: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- measured: calibration -->\nas before\n<!-- end of calibration -->\n")
    with pytest.raises(SystemExit, match="2"):
        main([*words, "--page", str(page)])
    assert said in capsys.readouterr().err
    assert "as before" in page.read_text()

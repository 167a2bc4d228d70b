import json
from typing import Any

import pytest
from hypothesis import given

from arena.rules import (
    VARIANTS,
    InvalidOptionError,
    Rules,
    UnknownPresetError,
    UnknownVariantError,
    configure,
    find,
    option_help,
    options_of,
    presets_of,
)
from tests.rules.playing import any_rules

SPADES_DEFAULTS = {
    "format": {"kind": "game"},
    "max_hands": 200,
    "first_dealer": 0,
    "target": 500,
    "series_wins": 5,
    "blind_nil_allowed": True,
    "blind_six_deficit": 50,
    "blind_six_limit": 1,
    "bag_rule": "limit",
    "bag_limit": 10,
    "award_jacks": ["JD", "JC"],
    "award_points": 10,
}
PINOCHLE_DEFAULTS = {
    "format": {"kind": "game"},
    "max_hands": 200,
    "first_dealer": 0,
    "target": 250,
    "opening": "dealer_takes_it",
    "min_bid": 15,
    "max_bid": 400,
    "rounds": None,
    "bidder_needs_marriage": False,
    "defenders_score": "team",
}


def test_defaults() -> None:
    assert options_of(find("spades-4")) == SPADES_DEFAULTS
    assert options_of(find("pinochle-cutthroat")) == PINOCHLE_DEFAULTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_default_preset_is_the_variant(variant: str) -> None:
    assert configure(variant) == find(variant)
    assert configure(variant, next(iter(presets_of(variant)))) == find(variant)


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("official", {}),
        ("short-limit", {"target": 300, "bag_limit": 5, "award_jacks": ["JC"], "series_wins": 3}),
        ("short-each", {"target": 300, "bag_rule": "each", "award_jacks": ["JC"], "series_wins": 3}),
        ("three-jacks", {"blind_six_limit": None, "award_jacks": ["JD", "JC", "JH"]}),
    ],
)
def test_the_presets_of_spades(preset: str, differs: dict[str, Any]) -> None:
    assert options_of(configure("spades-4", preset)) == SPADES_DEFAULTS | differs


def test_a_variant_without_presets_has_one_named_default() -> None:
    assert list(presets_of("pinochle-cutthroat")) == ["default"]
    assert list(presets_of("spades-4")) == ["official", "short-limit", "short-each", "three-jacks"]


@given(any_rules())
def test_every_option_is_read_back_from_the_record(rules: Rules) -> None:
    options = options_of(rules)
    assert configure(rules.name, options=json.loads(json.dumps(options))) == rules
    assert set(options) == {name for name, _, _ in option_help(rules.name)}


def test_options_go_before_the_preset() -> None:
    options = options_of(configure("spades-4", "short-limit", {"target": 400}))
    assert (options["target"], options["bag_limit"]) == (400, 5)


@pytest.mark.parametrize(
    ("preset", "options", "wins"),
    [
        ("short-limit", {"format": {"kind": "series"}}, 3),
        ("official", {"format": {"kind": "series"}}, 5),
        ("official", {"format": {"kind": "series"}, "series_wins": 9}, 9),
        ("official", {"format": {"kind": "series", "wins": 2}, "series_wins": 9}, 2),
    ],
)
def test_the_wins_of_a_series_are_resolved(preset: str, options: dict[str, Any], wins: int) -> None:
    resolved = options_of(configure("spades-4", preset, options))
    assert resolved["format"] == {"kind": "series", "wins": wins}
    assert resolved["series_wins"] == options.get("series_wins", resolved["series_wins"])


@pytest.mark.parametrize(
    ("variant", "options", "message"),
    [
        ("spades-4", {"target": 9}, "option target = 9 is invalid; give a whole number 10..10000"),
        ("spades-4", {"target": "500"}, 'option target = "500"'),
        ("spades-4", {"target": True}, "option target = true"),
        ("spades-4", {"target": 500.0}, "option target = 500.0"),
        ("spades-4", {"target": None}, "option target = null"),
        ("spades-4", {"max_hands": 1001}, "max_hands = 1001 is invalid; give a whole number 1..1000"),
        ("spades-4", {"first_dealer": 4}, 'first_dealer = 4 is invalid; give a seat 0..3, or "draw"'),
        ("spades-4", {"blind_six_limit": -1}, r"give a whole number 0..100, or null \(no limit\)"),
        ("spades-4", {"blind_six_deficit": 1001}, "option blind_six_deficit = 1001"),
        ("spades-4", {"blind_nil_allowed": 1}, "blind_nil_allowed = 1 is invalid; give true or false"),
        ("spades-4", {"bag_rule": "none"}, 'give one of "limit", "each"'),
        ("spades-4", {"bag_limit": 0}, "option bag_limit = 0"),
        ("spades-4", {"award_points": 101}, "option award_points = 101"),
        ("spades-4", {"award_jacks": ["JC", "JC"]}, "give a list of any of JC, JD, JH, none twice"),
        ("spades-4", {"award_jacks": ["JS"]}, "option award_jacks"),
        ("spades-4", {"award_jacks": [["JC"]]}, "option award_jacks"),
        ("spades-4", {"award_jacks": "JC"}, "option award_jacks"),
        ("spades-4", {"series_wins": 101}, "option series_wins = 101"),
        ("spades-4", {"opening": "redeal"}, 'option opening = "redeal": spades-4 has no such option; it has format, '),
        ("pinochle-cutthroat", {"bag_rule": "each"}, "pinochle-cutthroat has no such option"),
        ("pinochle-cutthroat", {"series_wins": 3}, "pinochle-cutthroat has no such option"),
        ("pinochle-cutthroat", {"first_dealer": 3}, "give a seat 0..2"),
        ("pinochle-cutthroat", {"rounds": 2}, "option rounds = 2 is invalid; give 1, or null"),
        ("pinochle-cutthroat", {"opening": None}, "option opening = null"),
        ("pinochle-cutthroat", {"min_bid": 0}, "option min_bid = 0"),
        ("pinochle-cutthroat", {"min_bid": 401}, r"option min_bid = 401 is invalid; .* 1..400 \(max_bid\)"),
        ("pinochle-cutthroat", {"max_bid": 14}, r"option max_bid = 14 is invalid; .* 15 \(min_bid\)"),
        ("pinochle-cutthroat", {"max_bid": 10001}, "option max_bid = 10001"),
        ("pinochle-cutthroat", {"defenders_score": "each"}, 'give one of "team", "own"'),
        ("spades-4", {"format": "game"}, 'option format = "game"'),
        ("spades-4", {"format": {"kind": "match"}}, "option format"),
        ("spades-4", {"format": {"kind": ["game"]}}, "option format"),
        ("spades-4", {"format": {"kind": "game", "count": 3}}, "option format"),
        ("spades-4", {"format": {"kind": "hands"}}, "option format"),
        ("spades-4", {"format": {"kind": "hands", "count": 0}}, "option format"),
        ("spades-4", {"format": {"kind": "hands", "count": 201}}, r"N in 1..200 \(max_hands\)"),
        ("spades-4", {"format": {"kind": "hands", "count": 5}, "max_hands": 4}, r"N in 1..4 \(max_hands\)"),
        ("spades-4", {"format": {"kind": "series", "wins": 101}}, "option format"),
        ("spades-4", {"format": {"kind": "series", "wins": None}}, "option format"),
        ("pinochle-cutthroat", {"format": {"kind": "series"}}, "option format"),
    ],
)  # fmt: skip
def test_invalid_options_are_refused(variant: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidOptionError, match=message) as refused:
        configure(variant, options=options)
    assert "\n" not in str(refused.value)


def test_names_that_are_not_there() -> None:
    with pytest.raises(UnknownVariantError, match='"pinochle-5" is not a variant; give one of spades-3, spades-4, '):
        find("pinochle-5")
    for name in ("spades4", "Spades 4", "spades_4"):
        with pytest.raises(UnknownVariantError, match=f'"{name}" is not a variant; give spades-4$'):
            find(name)
    with pytest.raises(UnknownPresetError, match='"long" is not a preset of spades-4; give one of official'):
        configure("spades-4", "long")


@pytest.mark.parametrize("variant", VARIANTS)
def test_help_has_a_row_for_each_option(variant: str) -> None:
    rows = option_help(variant)
    assert {name: default for name, default, _ in rows} == options_of(find(variant))
    assert all(accepted for _, _, accepted in rows)
